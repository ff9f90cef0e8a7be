import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type JobsQueue, nameHas, openJobsQueue } from "./jobs-queue.ts";

let queues: JobsQueue["queues"];
let QueueUrl: string;
let send: JobsQueue["send"];
let receive: JobsQueue["receive"];
let countOf: JobsQueue["countOf"];
beforeEach(async () => {
  ({ queues, QueueUrl, send, receive, countOf } = await openJobsQueue());
});
afterEach(() => queues.close());

describe("a batch", () => {
  const sendBatch = (...Entries: { Id: string; MessageBody: string }[]) =>
    queues.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));

  it("is sent, held and deleted entry by entry; what is wrong with one is said of that one", async () => {
    const sent = await sendBatch({ Id: "a", MessageBody: "1" }, { Id: "b", MessageBody: "\u0001" });
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(["a"]);
    expect(sent.Failed).toMatchObject([{ Id: "b", SenderFault: true, Code: "InvalidMessageContents" }]);
    const [message] = await receive();
    const entries = [
      { Id: "a", ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout: 60 },
      { Id: "b", ReceiptHandle: "none", VisibilityTimeout: 60 },
    ];
    const held = await queues.client.send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: entries }),
    );
    expect([held.Successful, held.Failed]).toMatchObject([
      [{ Id: "a" }],
      [{ Id: "b", Code: "ReceiptHandleIsInvalid" }],
    ]);
    const Entries = entries.map(({ Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
    const deleted = await queues.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect([deleted.Successful?.length, deleted.Failed?.length]).toEqual([1, 1]);
  });

  it("has one to ten entries with names of their own, and no more bytes than one message may have", async () => {
    const entry = (Id: string, MessageBody = "a") => ({ Id, MessageBody });
    await expect(sendBatch()).rejects.toMatchObject(nameHas("EmptyBatchRequest"));
    await expect(sendBatch(...[..."abcdefghijk"].map((id) => entry(id)))).rejects.toMatchObject(
      nameHas("TooManyEntriesInBatchRequest"),
    );
    await expect(sendBatch(entry("a"), entry("a"))).rejects.toMatchObject(
      nameHas("BatchEntryIdsNotDistinct"),
    );
    await expect(sendBatch(entry("a b"))).rejects.toMatchObject(nameHas("InvalidBatchEntryId"));
    const large = "x".repeat(600_000);
    await expect(sendBatch(entry("a", large), entry("b", large))).rejects.toMatchObject(
      nameHas("BatchRequestTooLong"),
    );
    expect(await countOf("")).toBe(0);
  });
});

describe("what is refused", () => {
  it("is a body that is too large or empty", async () => {
    await send("x".repeat(1_048_576));
    await expect(send("x".repeat(1_048_577))).rejects.toThrow("shorter than 1048576 bytes");
    await expect(send("")).rejects.toThrow("MessageBody");
  });

  it.each([
    ["aws.x", { DataType: "String", StringValue: "a" }],
    [".x", { DataType: "String", StringValue: "a" }],
    ["x..y", { DataType: "String", StringValue: "a" }],
    ["x", { DataType: "Text", StringValue: "a" }],
    ["x", { DataType: "String", StringValue: "" }],
    ["x", { DataType: "Number", StringValue: "seven" }],
    ["x", { DataType: "Binary", StringValue: "a" }],
  ])("is the message attribute %s as %j", async (name, value) => {
    await expect(send("a", { MessageAttributes: { [name]: value } })).rejects.toThrow(name);
  });

  it.each([
    { MaxNumberOfMessages: 11 },
    { MaxNumberOfMessages: 0 },
    { WaitTimeSeconds: 21 },
    { VisibilityTimeout: 43_201 },
  ])("is to receive with %j", async (more) => {
    await expect(receive(more)).rejects.toThrow("Must be between");
  });

  it("is a message group with blanks, and a queue that is not there", async () => {
    await expect(send("a", { MessageGroupId: "a b" })).rejects.toThrow("MessageGroupId");
    await expect(send("a", { QueueUrl: "http://127.0.0.1:1/000000000000/none" })).rejects.toMatchObject(
      nameHas("QueueDoesNotExist"),
    );
    await expect(send("a", { QueueUrl: "none" })).rejects.toThrow();
  });
});

import { createHash } from "node:crypto";
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SetQueueAttributesCommand,
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

const bodies = async (more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await receive(more)).map(({ Body }) => Body);
const handleOf = (message: Message | undefined) => ({
  QueueUrl,
  ReceiptHandle: message?.ReceiptHandle ?? "",
});
const remove = (message: Message | undefined) =>
  queues.client.send(new DeleteMessageCommand(handleOf(message)));
const hide = (message: Message | undefined, VisibilityTimeout: number) =>
  queues.client.send(new ChangeMessageVisibilityCommand({ ...handleOf(message), VisibilityTimeout }));

describe("a message in flight", () => {
  it("is seen by nobody else until its visibility timeout, also over a restart", async () => {
    await send("job");
    expect(await bodies()).toEqual(["job"]);
    queues.time.pass(29);
    queues.restart();
    expect(await bodies()).toEqual([]);
    queues.time.pass(1);
    expect(await bodies()).toEqual(["job"]);
    expect(await countOf("NotVisible")).toBe(1);
  });

  it("is held longer, given back, and deleted", async () => {
    await send("job");
    const [first] = await receive();
    await hide(first, 60);
    queues.time.pass(59);
    expect(await bodies()).toEqual([]);
    await hide(first, 0);
    const [second] = await receive({ MessageSystemAttributeNames: ["ApproximateReceiveCount"] });
    expect(second?.Attributes).toEqual({ ApproximateReceiveCount: "2" });
    await remove(second);
    queues.time.pass(100);
    expect(await bodies()).toEqual([]);
    await remove(second);
  });

  it("is no longer held or deleted by one who had it before", async () => {
    await send("job");
    const [first] = await receive();
    queues.time.pass(30);
    await expect(hide(first, 10)).rejects.toMatchObject(nameHas("MessageNotInflight"));
    const [second] = await receive();
    await expect(hide(first, 10)).rejects.toMatchObject(nameHas("MessageNotInflight"));
    await remove(first);
    expect(await countOf("NotVisible")).toBe(1);
    await remove(second);
    expect(await countOf("NotVisible")).toBe(0);
    await expect(hide(second, 10)).rejects.toMatchObject(nameHas("ReceiptHandleIsInvalid"));
    await expect(remove({ ReceiptHandle: "mine" })).rejects.toMatchObject(nameHas("ReceiptHandleIsInvalid"));
  });

  it("with a timeout of its own is seen again after that", async () => {
    await send("job");
    await receive({ VisibilityTimeout: 5 });
    queues.time.pass(5);
    expect(await bodies({ VisibilityTimeout: 0 })).toEqual(["job"]);
    queues.time.pass(0);
    expect(await bodies()).toEqual(["job"]);
  });

  it("may be one of as many as the service allows", async () => {
    for (let count = 0; count < 13; count += 1) await send(String(count));
    await receive({ MaxNumberOfMessages: 10 });
    await receive({ MaxNumberOfMessages: 2 });
    await expect(receive()).rejects.toMatchObject(nameHas("OverLimit"));
  });
});

describe("a message that waits", () => {
  it("comes with what was asked of it", async () => {
    const MessageAttributes = {
      colour: { DataType: "String", StringValue: "grün" },
      "trace.id": { DataType: "Number", StringValue: "7" },
      raw: { DataType: "Binary.x", BinaryValue: new Uint8Array([0, 255]) },
    };
    const sent = await send("job", { MessageAttributes, MessageGroupId: "tenant" });
    queues.time.pass(3);
    const [message] = await receive({
      MessageAttributeNames: ["All"],
      MessageSystemAttributeNames: ["All"],
    });
    expect(message).toMatchObject({
      MessageId: sent.MessageId,
      Body: "job",
      MD5OfBody: createHash("md5").update("job").digest("hex"),
      MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
      MessageAttributes,
      Attributes: {
        SentTimestamp: "1767225600000",
        ApproximateFirstReceiveTimestamp: "1767225603000",
        ApproximateReceiveCount: "1",
        MessageGroupId: "tenant",
      },
    });
    await hide(message, 0);
    const [part] = await receive({ MessageAttributeNames: ["trace.*"] });
    expect(Object.keys(part?.MessageAttributes ?? {})).toEqual(["trace.id"]);
    expect(part?.Attributes).toBeUndefined();
  });

  it("has a digest of its attributes as the service computes it", async () => {
    const { MD5OfMessageAttributes } = await send("job", {
      MessageAttributes: { test: { DataType: "String", StringValue: "value" } },
    });
    // Length and bytes of name and type, 1 for a text, length and bytes of the value.
    const digested = Buffer.from("\0\0\0\x04test\0\0\0\x06String\x01\0\0\0\x05value", "latin1");
    expect(MD5OfMessageAttributes).toBe(createHash("md5").update(digested).digest("hex"));
  });

  it("is not there before its delay, or the queue's, is over", async () => {
    await queues.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { DelaySeconds: "2" } }));
    await send("later");
    await send("now", { DelaySeconds: 0 });
    expect(await countOf("Delayed")).toBe(1);
    queues.restart();
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual(["now"]);
    queues.time.pass(2);
    expect(await bodies()).toEqual(["later"]);
  });

  it("goes when the queue keeps it no longer", async () => {
    await send("old");
    queues.time.pass(345_600);
    await send("new");
    queues.time.pass(1);
    expect(await countOf("")).toBe(1);
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual(["new"]);
  });

  it("is served in the turn of its group, also over a restart", async () => {
    for (let count = 0; count < 5; count += 1) await send(`a${count}`, { MessageGroupId: "a" });
    await send("b0", { MessageGroupId: "b" });
    const [first] = await receive();
    await remove(first);
    expect(await bodies()).toEqual(["b0"]);
    await receive({ MaxNumberOfMessages: 2 });
    await send("b1", { MessageGroupId: "b" });
    queues.restart();
    expect(await bodies()).toEqual(["b1"]);
  });
});

describe("a long poll", () => {
  it("ends with nothing when its time is over", async () => {
    const polled = bodies({ WaitTimeSeconds: 20 });
    await countOf("");
    queues.time.pass(20);
    expect(await polled).toEqual([]);
  });

  it("is answered by a message that is sent, shown again, or no longer delayed, first come first served", async () => {
    const first = bodies({ WaitTimeSeconds: 20 });
    const second = bodies({ WaitTimeSeconds: 20 });
    const third = receive({ WaitTimeSeconds: 20 });
    await countOf("");
    await send("sent");
    expect(await first).toEqual(["sent"]);
    await send("delayed", { DelaySeconds: 3 });
    queues.time.pass(3);
    expect(await second).toEqual(["delayed"]);
    await send("given back");
    const [message] = await third;
    const fourth = bodies({ WaitTimeSeconds: 20 });
    await hide(message, 0);
    expect(await fourth).toEqual(["given back"]);
    const fifth = bodies({ WaitTimeSeconds: 20, MaxNumberOfMessages: 10 });
    await countOf("");
    queues.time.pass(30);
    expect(await fifth).toEqual([]);
  });

  it("of a client that is gone takes no message", async () => {
    const abort = new AbortController();
    const gone = queues.client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: abort.signal,
    });
    const ended = expect(gone).rejects.toThrow();
    await countOf("");
    abort.abort();
    await ended;
    await send("job");
    const [message] = await receive({ MessageSystemAttributeNames: ["ApproximateReceiveCount"] });
    expect(message?.Attributes).toEqual({ ApproximateReceiveCount: "1" });
  });
});

describe("dead letters", () => {
  const redrive = async (maxReceiveCount: number) => {
    const { QueueUrl: url } = await queues.client.send(new CreateQueueCommand({ QueueName: "dead" }));
    const deadLetterTargetArn = "arn:aws:sqs:us-east-1:000000000000:dead";
    const Attributes = { RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }) };
    await queues.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    return url ?? "";
  };

  it("are messages that were received as often as they may be, wherever somebody waits for them", async () => {
    const dead = await redrive(2);
    await send("job", { MessageGroupId: "tenant" });
    const polled = receive({ QueueUrl: dead, WaitTimeSeconds: 20, MessageSystemAttributeNames: ["All"] });
    for (let count = 0; count < 2; count += 1) await hide((await receive())[0], 0);
    queues.restart();
    await polled;
    expect(await bodies({ MaxNumberOfMessages: 10 })).toEqual([]);
    const [letter] = await receive({ QueueUrl: dead, MessageSystemAttributeNames: ["All"] });
    expect(letter).toMatchObject({
      Body: "job",
      Attributes: {
        DeadLetterQueueSourceArn: "arn:aws:sqs:us-east-1:000000000000:jobs",
        MessageGroupId: "tenant",
      },
    });
  });

  it("need a queue, a count, and a policy that says so", async () => {
    const set = (RedrivePolicy: string) =>
      queues.client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
    const arn = "arn:aws:sqs:us-east-1:000000000000:none";
    await expect(set("{")).rejects.toThrow("not a valid JSON map");
    await expect(set(`{"deadLetterTargetArn":"${arn}"}`)).rejects.toThrow("maxReceiveCount");
    await expect(set(`{"deadLetterTargetArn":"${arn}","maxReceiveCount":3}`)).rejects.toThrow(
      "Dead letter target does not exist",
    );
    await redrive(3);
    await set("");
    const { Attributes } = await queues.client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
    );
    expect(Attributes?.RedrivePolicy).toBeUndefined();
  });
});

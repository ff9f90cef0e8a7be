import { writeFile } from "node:fs/promises";
import path from "node:path";
import {
  AddPermissionCommand,
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  paginateListQueues,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startQueues } from "../../src/sqs/start-queues.ts";
import { openQueues } from "./open-queues.ts";

let queues: Awaited<ReturnType<typeof openQueues>>;
beforeEach(async () => {
  queues = await openQueues();
});
afterEach(() => queues.close());

const create = async (QueueName: string, Attributes?: Record<string, string>): Promise<string> =>
  (await queues.client.send(new CreateQueueCommand({ QueueName, ...(Attributes && { Attributes }) })))
    .QueueUrl ?? "";
const attributesOf = async (QueueUrl: string, ...names: string[]) =>
  (await queues.client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: names as never })))
    .Attributes;
const refused = (name: string, message?: string) => ({
  name: expect.stringContaining(name),
  ...(message === undefined ? {} : { message: expect.stringContaining(message) }),
});

describe("a queue", () => {
  it("is found by its name, and made once", async () => {
    const url = await create("jobs", { VisibilityTimeout: "30" });
    expect(url).toBe("http://127.0.0.1:1/000000000000/jobs");
    expect(await create("jobs", { VisibilityTimeout: "30" })).toBe(url);
    expect(await create("jobs")).toBe(url);
    expect((await queues.client.send(new GetQueueUrlCommand({ QueueName: "jobs" }))).QueueUrl).toBe(url);
  });

  it("is not made again with other values", async () => {
    await create("jobs", { VisibilityTimeout: "30" });
    await expect(create("jobs", { VisibilityTimeout: "31" })).rejects.toMatchObject(
      refused("QueueNameExists", "different value for attribute VisibilityTimeout"),
    );
    await expect(create("jobs", { DelaySeconds: "1" })).rejects.toMatchObject(refused("QueueNameExists"));
  });

  it("tells what it was given, what the service sets when nothing was given, and how much is in it", async () => {
    const url = await create("jobs", { ReceiveMessageWaitTimeSeconds: "20" });
    await queues.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "a" }));
    await queues.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "b", DelaySeconds: 5 }));
    expect(await attributesOf(url, "All")).toEqual({
      QueueArn: "arn:aws:sqs:us-east-1:000000000000:jobs",
      ApproximateNumberOfMessages: "1",
      ApproximateNumberOfMessagesNotVisible: "0",
      ApproximateNumberOfMessagesDelayed: "1",
      CreatedTimestamp: "1767225600",
      LastModifiedTimestamp: "1767225600",
      DelaySeconds: "0",
      MaximumMessageSize: "1048576",
      MessageRetentionPeriod: "345600",
      ReceiveMessageWaitTimeSeconds: "20",
      SqsManagedSseEnabled: "true",
      VisibilityTimeout: "30",
    });
    expect(await attributesOf(url)).toBeUndefined();
    await expect(attributesOf(url, "Colour")).rejects.toMatchObject(
      refused("InvalidAttributeName", "Colour"),
    );
  });

  it("keeps what was set over a restart", async () => {
    const url = await create("jobs");
    queues.time.pass(10);
    await queues.client.send(
      new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: "7" } }),
    );
    queues.restart();
    expect(await attributesOf(url, "VisibilityTimeout", "LastModifiedTimestamp")).toEqual({
      VisibilityTimeout: "7",
      LastModifiedTimestamp: "1767225610",
    });
  });

  it.each([
    ["VisibilityTimeout", "43201"],
    ["VisibilityTimeout", "-1"],
    ["DelaySeconds", "901"],
    ["MessageRetentionPeriod", "59"],
    ["MaximumMessageSize", "1048577"],
    ["ReceiveMessageWaitTimeSeconds", "21"],
    ["Policy", "no JSON"],
    ["Policy", "[]"],
    ["SqsManagedSseEnabled", "yes"],
  ])("takes no %s of %s", async (name, value) => {
    await expect(create("jobs", { [name]: value })).rejects.toMatchObject(
      refused("InvalidAttributeValue", name),
    );
  });

  it("keeps its policy and whether it is encrypted, which have no effect here", async () => {
    const Policy = JSON.stringify({ Version: "2012-10-17", Statement: [] });
    const url = await create("jobs", { Policy, SqsManagedSseEnabled: "false" });
    expect(await attributesOf(url, "Policy", "SqsManagedSseEnabled")).toEqual({
      Policy,
      SqsManagedSseEnabled: "false",
    });
    await queues.client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { Policy: "" } }));
    expect(await attributesOf(url, "Policy")).toBeUndefined();
  });

  it.each([
    ["KmsMasterKeyId", "alias/aws/sqs", "InvalidAttributeName"],
    ["RedriveAllowPolicy", "{}", "InvalidAttributeName"],
    ["FifoQueue", "true", "UnsupportedOperation"],
  ])("refuses the attribute %s, which would have no effect", async (name, value, error) => {
    await expect(create("jobs", { [name]: value })).rejects.toMatchObject(refused(error));
  });

  it.each(["a.fifo", "a b", "", "x".repeat(81)])("is not named %j", async (name) => {
    await expect(create(name)).rejects.toThrow();
  });

  it("is not made again for a minute after it was deleted", async () => {
    const url = await create("mine");
    await queues.client.send(new DeleteQueueCommand({ QueueUrl: url }));
    await expect(create("mine")).rejects.toMatchObject(refused("QueueDeletedRecently", "60 seconds"));
    queues.time.pass(60);
    expect(await create("mine")).toBe(url);
  });

  it("is emptied, and deleted with what is in it", async () => {
    const url = await create("jobs");
    await queues.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "a" }));
    await queues.client.send(new PurgeQueueCommand({ QueueUrl: url }));
    expect(await attributesOf(url, "ApproximateNumberOfMessages")).toEqual({
      ApproximateNumberOfMessages: "0",
    });
    await queues.client.send(new DeleteQueueCommand({ QueueUrl: url }));
    await expect(attributesOf(url, "All")).rejects.toMatchObject(refused("QueueDoesNotExist"));
    queues.restart();
    await expect(queues.client.send(new GetQueueUrlCommand({ QueueName: "jobs" }))).rejects.toMatchObject(
      refused("QueueDoesNotExist"),
    );
  });

  it("is listed by its name's beginning, page by page", async () => {
    for (const name of ["b-2", "a-1", "b-1", "b-3"]) await create(name);
    const { QueueUrls: urls } = await queues.client.send(new ListQueuesCommand({ QueueNamePrefix: "b-" }));
    expect(urls?.map((url) => url.slice(-3))).toEqual(["b-1", "b-2", "b-3"]);
    const pages: (string[] | undefined)[] = [];
    const pager = paginateListQueues({ client: queues.client, pageSize: 2 }, { QueueNamePrefix: "b-" });
    for await (const page of pager) pages.push(page.QueueUrls?.map((url) => url.slice(-3)));
    expect(pages).toEqual([["b-1", "b-2"], ["b-3"]]);
  });
});

describe("the local SQS", () => {
  it("refuses operations and parameters that it does not know, by name", async () => {
    const url = await create("jobs");
    await expect(
      queues.client.send(
        new AddPermissionCommand({ QueueUrl: url, Label: "a", AWSAccountIds: ["1"], Actions: ["*"] }),
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining("AddPermission") });
    await expect(
      queues.client.send(new CreateQueueCommand({ QueueName: "x", tags: { a: "b" } })),
    ).rejects.toMatchObject({ message: expect.stringContaining("tags") });
    await expect(
      queues.client.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: "a", MessageDeduplicationId: "1" }),
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining("MessageDeduplicationId") });
  });

  it("does not start on what an older version kept with fauxqs", async () => {
    await writeFile(path.join(queues.dir, "fauxqs.db"), "");
    expect(() => startQueues({ dataDir: queues.dir })).toThrow("kept them with fauxqs");
  });

  it("does not start on a file that another process has", () => {
    expect(() => startQueues({ dataDir: queues.dir })).toThrow("open in another process");
  });
});

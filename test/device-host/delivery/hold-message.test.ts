import { ChangeMessageVisibilityCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import { commandQueue } from "#device-host/delivery/command-queue.ts";

it("a message that is given back is not hidden again by a heartbeat that was on its way", async () => {
  const order: string[] = [];
  const heartbeat = Promise.withResolvers<void>();
  const send = async (command: unknown) => {
    if (!(command instanceof ChangeMessageVisibilityCommand))
      return { Messages: [{ Body: "{}", ReceiptHandle: "handle" }] };
    const seconds = command.input.VisibilityTimeout;
    order.push(`asked ${seconds}`);
    if (seconds !== 0) await heartbeat.promise;
    order.push(`answered ${seconds}`);
    return {};
  };
  const queue = commandQueue({ send } as unknown as SQSClient, "http://queue/1/q");
  const [message] = await queue.receive(1, 0, new AbortController().signal);
  const both = [message?.hold(18), message?.hold(0)];
  setImmediate(heartbeat.resolve);
  await Promise.all(both);
  expect(order).toEqual(["asked 18", "answered 18", "asked 0", "answered 0"]);
});

it("a message is given back although a heartbeat before failed", async () => {
  const order: (number | undefined)[] = [];
  const send = async (command: unknown) => {
    if (!(command instanceof ChangeMessageVisibilityCommand))
      return { Messages: [{ Body: "{}", ReceiptHandle: "handle" }] };
    const { VisibilityTimeout } = command.input;
    order.push(VisibilityTimeout);
    if (VisibilityTimeout !== 0) throw new Error("not reached");
    return {};
  };
  const queue = commandQueue({ send } as unknown as SQSClient, "http://queue/1/q");
  const [message] = await queue.receive(1, 0, new AbortController().signal);
  await expect(message?.hold(18)).rejects.toMatchObject({ code: "StorageUnavailable" });
  await message?.hold(0);
  expect(order).toEqual([18, 0]);
});

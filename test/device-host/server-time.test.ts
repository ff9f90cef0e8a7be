import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import { systemClock } from "#device-host/host-clock.ts";
import { serverTime } from "#device-host/server-time.ts";
import { DirectWires } from "#shared/storage/direct/direct-wires.ts";

const begun = Date.parse("2026-01-01T00:00:00.000Z");

/** A host whose clock is wrong by so much, and a queue service that takes so long for each answer and whose date is late. */
function hostOf(wrongBy: number, late = 0) {
  let now = begun;
  let takes = 0;
  const requestHandler = {
    handle: async () => {
      now += takes;
      const headers = {
        date: new Date(now - late).toUTCString(),
        "content-type": "application/x-amz-json-1.0",
      };
      return { response: { statusCode: 200, headers, body: Buffer.from('{"QueueUrl":"http://q"}') } };
    },
  };
  const config = { region: "us-east-1", credentials: { accessKeyId: "a", secretAccessKey: "b" } };
  const sqs = new SQSClient({ ...config, requestHandler });
  const time = serverTime(
    { ...systemClock, now: () => new Date(now + wrongBy) },
    { sqs, dynamodb: new DynamoDBClient(config), direct: new DirectWires(1) },
  );
  const ask = async (milliseconds: number): Promise<number> => {
    takes = milliseconds;
    await sqs.send(new GetQueueUrlCommand({ QueueName: "q" }));
    return Math.abs(time.now().getTime() - now);
  };
  return { ask };
}

it("[fault A20] a host's time is that of the services, to the second, also after an answer that was long in coming", async () => {
  for (const wrongBy of [0, 3_600_000, -3_600_000]) {
    const { ask } = hostOf(wrongBy);
    expect(await ask(20), `${wrongBy} ms off`).toBeLessThan(1_100);
    // As a queue does that has no message for 20 seconds.
    expect(await ask(20_000), `${wrongBy} ms off, a long poll`).toBeLessThan(1_100);
  }
});

it("a clock that is right stays so to the millisecond when a busy service writes the second before", async () => {
  const { ask } = hostOf(0, 300);
  // At each part of a second.
  for (let asked = 0; asked < 20; asked += 1) expect(await ask(155)).toBe(0);
});

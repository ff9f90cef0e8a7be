import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "@drover/step-functions";
import {
  create,
  drained,
  type Figures,
  ms,
  percentile,
  start,
  startBench,
  withFolder,
} from "./bench-engine.ts";

const ROUNDS = 300;

const invoke = {
  StartAt: "Call",
  States: {
    Call: {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke",
      Arguments: { FunctionName: "f", Payload: { n: "{% $states.input.n %}" } },
      Output: "{% $states.result.Payload %}",
      End: true,
    },
  },
};

const callback = {
  StartAt: "Ask",
  States: {
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      Arguments: {
        QueueUrl: "http://127.0.0.1/q",
        MessageBody: { token: "{% $states.context.Task.Token %}" },
      },
      Next: "After",
    },
    After: { Type: "Pass", Output: "{% $now() %}", End: true },
  },
};

/** Answers as the Lambda host (`/2015-03-31/functions/…`) and as a queue would, and notes when it was asked. */
async function services(asked: (body: string, atMs: number) => void) {
  const server = createServer((request, response) => {
    const atMs = performance.now();
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      asked(body, atMs);
      response.setHeader("content-type", "application/json");
      const { MessageBody = "" } = JSON.parse(body === "" ? "{}" : body) as { MessageBody?: string };
      // The SDK checks what the queue says it has taken.
      const MD5OfMessageBody = createHash("md5").update(MessageBody).digest("hex");
      response.end(JSON.stringify({ MessageId: "m", MD5OfMessageBody }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** A clock that says when the newest event was written, in the time of `performance.now()`. */
function eventClock(): Clock & { last: number } {
  const clock = {
    last: 0,
    now: () => {
      clock.last = performance.now();
      return systemClock.now();
    },
    schedule: systemClock.schedule,
  };
  return clock;
}

async function invokeOverhead(dataDir: string): Promise<number[]> {
  const arrivals: number[] = [];
  const host = await services((_body, atMs) => arrivals.push(atMs));
  const engine = await startBench(dataDir, { endpoints: { lambda: host.url } });
  const machine = await create(engine, "invoke", invoke);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const executionArn = await start(engine, machine, { n: round });
    for (;;) {
      const { status } = (await engine.api.call("DescribeExecution", { executionArn })) as { status: string };
      if (status !== "RUNNING") break;
    }
    took.push(performance.now() - began);
  }
  await engine.close();
  host.close();
  return took.slice(50);
}

async function directInvoke(): Promise<number[]> {
  const host = await services(() => {});
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await (await fetch(host.url, { method: "POST", body: `{"n":${round}}` })).text();
    took.push(performance.now() - began);
  }
  host.close();
  return took.slice(50);
}

async function callbackOverhead(dataDir: string): Promise<{ out: number[]; back: number[] }> {
  let received: (message: { token: string; atMs: number }) => void = () => {};
  const queue = await services((body, atMs) => {
    const { MessageBody } = JSON.parse(body) as { MessageBody: string };
    received({ ...(JSON.parse(MessageBody) as { token: string }), atMs });
  });
  const clock = eventClock();
  const engine = await startBench(dataDir, { endpoints: { sqs: queue.url }, clock });
  const machine = await create(engine, "callback", callback);
  const out: number[] = [];
  const back: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const message = new Promise<{ token: string; atMs: number }>((resolve) => {
      received = resolve;
    });
    const began = performance.now();
    await start(engine, machine);
    const { token, atMs } = await message;
    out.push(atMs - began);
    await new Promise((resolve) => setTimeout(resolve, 3));
    const answering = performance.now();
    await engine.api.call("SendTaskSuccess", { taskToken: token, output: "{}" });
    back.push(clock.last - answering);
    await drained(engine, machine);
  }
  await engine.close();
  queue.close();
  return { out: out.slice(50), back: back.slice(50) };
}

export async function overhead(): Promise<Figures> {
  const invoked = percentile(await withFolder(invokeOverhead), 0.5);
  const direct = percentile(await directInvoke(), 0.5);
  const { out, back } = await withFolder(callbackOverhead);
  return {
    "one lambda:invoke, start of the execution to its end, p50": ms(invoked),
    "  the same handler called over HTTP directly, p50": ms(direct),
    "  overhead p50": ms(invoked - direct),
    "SQS callback: start of the state to message received, p50": ms(percentile(out, 0.5)),
    "SQS callback: answer to next state entered, p50": ms(percentile(back, 0.5)),
  };
}

import path from "node:path";
import { SendTaskSuccessCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { startObjectAndQueueServer } from "@drover/aws-local";
import { startLoopbackServer } from "@drover/aws-local/loopback-server";
import { startEngine } from "@drover/step-functions";
import { create } from "../engine/bench-engine.ts";
import { type Peer, stepsOfChain } from "./peer.ts";

const identity = { region: "us-east-1", credentials: { accessKeyId: "FARM", secretAccessKey: "s" } };

const add = (next: string | undefined) => ({
  Type: "Task",
  Resource: "arn:aws:states:::lambda:invoke",
  Arguments: { FunctionName: "add", Payload: "{% $states.input %}" },
  Output: "{% $states.result.Payload %}",
  ...(next === undefined ? { End: true } : { Next: next }),
});

const chain = {
  StartAt: "Step1",
  States: Object.fromEntries(
    Array.from({ length: stepsOfChain }, (_, index) => [
      `Step${index + 1}`,
      add(index + 1 < stepsOfChain ? `Step${index + 2}` : undefined),
    ]),
  ),
};

const ask = (QueueUrl: string) => ({
  StartAt: "Ask",
  States: {
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      Arguments: { QueueUrl, MessageBody: { token: "{% $states.context.Task.Token %}" } },
      Output: "{% $states.result %}",
      End: true,
    },
  },
});

interface ExecutionEnd {
  /** JSON text; null of one that failed. */
  readonly output: string | null;
  readonly error: string | null;
  readonly cause: string | null;
}

/** A function as Lambda serves it, over HTTP. */
const serveFunction = (add: (n: number) => number) =>
  startLoopbackServer({
    bodyLimitBytes: 65_536,
    tooLarge: { status: 413, headers: {}, body: "" },
    async answer({ body }) {
      const { n } = JSON.parse(body.toString()) as { n: number };
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ n: add(n) }),
      };
    },
  });

/** The engine with its durability at `full`, its Lambda over HTTP, its queue and its API called by the AWS SDK over HTTP. */
export async function startDrover(dir: string): Promise<Peer> {
  const ends = new Map<string, (end: ExecutionEnd) => void>();
  const functions = await serveFunction((n) => n + 1);
  const storage = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
  });
  const engine = await startEngine({
    port: 0,
    region: identity.region,
    accountId: "123456789012",
    dataDir: path.join(dir, "engine"),
    durability: "full",
    endpoints: { lambda: functions.url, sqs: storage.url },
    onExecutionEnd: ({ detail }) => ends.get(detail.executionArn)?.(detail),
  });
  const sfn = new SFNClient({ ...identity, endpoint: engine.url });
  const sqs = new SQSClient({ ...identity, endpoint: storage.url, useQueueUrlAsEndpoint: false });
  const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName: "asked" }));
  const machines = {
    chain: await create(engine, "chain", chain),
    ask: await create(engine, "ask", ask(QueueUrl)),
  };
  const stopped = new AbortController();
  const answering = answerAll(QueueUrl, { sqs, sfn }, stopped.signal);
  let runs = 0;
  const ran = async (stateMachineArn: string): Promise<number> => {
    runs += 1;
    const name = `run-${runs}`;
    const executionArn = `${stateMachineArn.replace(":stateMachine:", ":execution:")}:${name}`;
    const end = new Promise<ExecutionEnd>((resolve) => ends.set(executionArn, resolve));
    await sfn.send(new StartExecutionCommand({ stateMachineArn, name, input: '{"n":0}' }));
    const { output, error, cause } = await end;
    ends.delete(executionArn);
    if (output === null) throw new Error(`${name} failed with ${error}: ${cause}`);
    return (JSON.parse(output) as { n: number }).n;
  };
  return {
    durability: "SQLite, synchronous=full",
    chain: () => ran(machines.chain),
    callback: () => ran(machines.ask),
    async close() {
      stopped.abort();
      await answering;
      await engine.close();
      await storage.close();
      await functions.close();
    },
  };
}

/** The host's side: it receives messages, answers their tokens and deletes them. */
async function answerAll(
  QueueUrl: string,
  { sqs, sfn }: { readonly sqs: SQSClient; readonly sfn: SFNClient },
  abortSignal: AbortSignal,
): Promise<void> {
  while (!abortSignal.aborted) {
    const receive = new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20, MaxNumberOfMessages: 10 });
    const { Messages = [] } = await sqs.send(receive, { abortSignal }).catch(() => ({ Messages: [] }));
    for (const { Body = "", ReceiptHandle } of Messages) {
      const { token } = JSON.parse(Body) as { token: string };
      void sfn
        .send(new SendTaskSuccessCommand({ taskToken: token, output: '{"n":1}' }))
        .then(() => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })));
    }
  }
}

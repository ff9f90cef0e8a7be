import path from "node:path";
import { SendTaskSuccessCommand, SFNClient } from "@aws-sdk/client-sfn";
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { inProcessHandler, startObjectAndQueueServer } from "@drover/aws-local";
import { unsigned } from "#shared/storage/table/unsigned.ts";
import { create, type Figures, ms, percentile, start, startBench, withFolder } from "./bench-engine.ts";

const ROUNDS = 400;
const WARM_UP = 100;
const identity = { region: "us-east-1", credentials: { accessKeyId: "FARM", secretAccessKey: "s" } };

/** Asks through the queue again and again: from one message to the next is one hop. */
const asking = (QueueUrl: string) => ({
  StartAt: "Ask",
  States: {
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      Arguments: { QueueUrl, MessageBody: { token: "{% $states.context.Task.Token %}" } },
      Output: "{% $states.result %}",
      Next: "Again",
    },
    Again: {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input.again %}", Next: "Ask" }],
      Default: "Done",
    },
    Done: { Type: "Succeed" },
  },
});

/**
 * The farm's way round a host: the engine sends without a socket, the host's side (here in the same process) receives, answers
 * and deletes with the SDK over sockets, signatures aside.
 */
export const callbackHop = (): Promise<Figures> =>
  withFolder(async (dir) => {
    const storage = await startObjectAndQueueServer({
      queueDir: path.join(dir, "queues"),
      objectDir: path.join(dir, "objects"),
    });
    const sqs = new SQSClient({ ...identity, endpoint: storage.url, useQueueUrlAsEndpoint: false });
    const inProcess = new SQSClient({
      ...identity,
      endpoint: storage.url,
      useQueueUrlAsEndpoint: false,
      requestHandler: inProcessHandler(storage.services.queues, new URL(storage.url).host),
      signer: unsigned,
    });
    const engine = await startBench(path.join(dir, "engine"), { port: 0, clients: { sqs: inProcess } });
    const sfn = new SFNClient({ ...identity, endpoint: engine.url });
    const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName: "host" }));
    await start(engine, await create(engine, "hop", asking(QueueUrl)));
    const receivedAt: number[] = [];
    let cpuAfterWarmUp = process.cpuUsage();
    const waits: Promise<unknown>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
      const { Body = "", ReceiptHandle } = Messages[0] ?? {};
      receivedAt.push(performance.now());
      if (round === WARM_UP) cpuAfterWarmUp = process.cpuUsage();
      const { token } = JSON.parse(Body) as { token: string };
      const output = JSON.stringify({ again: round < ROUNDS });
      waits.push(sfn.send(new SendTaskSuccessCommand({ taskToken: token, output })));
      waits.push(sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })));
    }
    await Promise.all(waits);
    const cpu = process.cpuUsage(cpuAfterWarmUp);
    const cpuMilliseconds = (cpu.user + cpu.system) / 1_000 / (ROUNDS - WARM_UP);
    for (const client of [sqs, inProcess, sfn]) client.destroy();
    await engine.close();
    await storage.close();
    const hops = receivedAt.slice(WARM_UP).map((at, index) => at - (receivedAt[WARM_UP + index - 1] ?? at));
    return {
      "callback hop through SQS with its three SDK calls, p50": ms(percentile(hops, 0.5)),
      "  p95": ms(percentile(hops, 0.95)),
      "  CPU of all of it": ms(cpuMilliseconds),
    };
  });

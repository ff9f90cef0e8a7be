import { LambdaClient } from "@aws-sdk/client-lambda";
import {
  create,
  drained,
  type Figures,
  ms,
  residentMegabytes,
  start,
  startBench,
  withFolder,
} from "./bench-engine.ts";

const EXECUTIONS = 10_000;

const parked = {
  StartAt: "Ask",
  States: {
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
      Arguments: { FunctionName: "hold", Payload: { token: "{% $states.context.Task.Token %}" } },
      TimeoutSeconds: 3600,
      Output: "{% $states.result %}",
      End: true,
    },
  },
};

/** A function that only notes the tokens it is given. */
function collectingClient(tokens: string[]): LambdaClient {
  const handler = {
    metadata: { handlerProtocol: "h1" },
    async handle(request: { body: Uint8Array }) {
      tokens.push((JSON.parse(Buffer.from(request.body).toString()) as { token: string }).token);
      return { response: { statusCode: 200, headers: {}, body: Buffer.from("null") } };
    },
  };
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  return new LambdaClient({ region: "us-east-1", credentials, requestHandler: handler as never });
}

const INPUT = { task: "Turn on Bluetooth, then set an alarm for 7:30", jobId: "01JABCDEFGHJKMNPQRSTVWXYZ0" };

export async function parkedExecutions(): Promise<Figures> {
  return await withFolder(async (dataDir) => {
    const tokens: string[] = [];
    const clients = { lambda: collectingClient(tokens) };
    const engine = await startBench(dataDir, { clients });
    const machine = await create(engine, "parked", parked);
    const before = residentMegabytes();
    for (let begun = 0; begun < EXECUTIONS; begun += 500) {
      await Promise.all(Array.from({ length: 500 }, () => start(engine, machine, INPUT)));
    }
    while (tokens.length < EXECUTIONS) await new Promise((resolve) => setTimeout(resolve, 10));
    const held = residentMegabytes();
    await engine.close();

    const opening = performance.now();
    const again = await startBench(dataDir, { clients });
    const opened = performance.now() - opening;
    const answering = performance.now();
    // A request whose answer the first engine had not kept is sent again by the second, with the same token.
    const answers = [...new Set(tokens)].map((taskToken) =>
      again.api.call("SendTaskSuccess", { taskToken, output: '{"ok":true}' }),
    );
    await Promise.all(answers);
    await drained(again, machine);
    const answered = performance.now() - answering;
    await again.close();
    return {
      "10,000 executions parked on tokens: memory of the process": `${held} MB (${before} MB without them)`,
      "start-up with 10,000 open executions": ms(opened),
      "answer all 10,000 tokens until the last execution ended": ms(answered),
    };
  });
}

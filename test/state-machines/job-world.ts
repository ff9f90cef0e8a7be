import { readFileSync } from "node:fs";
import path from "node:path";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { SdkClient } from "@drover/step-functions";
import { startEngine } from "@drover/step-functions";
import { jobMachineSubstitutions } from "#shared/contracts/functions.ts";
import { ManualClock } from "./manual-clock.ts";

const definition = readFileSync(
  path.resolve(import.meta.dirname, "../../state-machines/job.asl.json"),
  "utf8",
);

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the definition sends
export type Sent = Record<string, any>;
/** What a Lambda answers, or the error it throws (an Error's `name` is the function's error type). */
export type FunctionScript = (payload: Sent, call: number) => unknown;
/** What a host does with a command: an answer, an error to fail the token with, or `silence`; `cancelled`: as the API does. */
export type CommandScript = (command: Sent, call: number) => unknown;
export const silence = Symbol("silence");
export const cancelled = Symbol("cancelled");

/** Every run's job. */
export const scriptedJobId = "01JD0000000000000000000000";

export interface World {
  readonly functions: Readonly<Record<string, FunctionScript>>;
  readonly commands: Readonly<Record<string, CommandScript>>;
}

export interface JobRun {
  readonly status: string;
  readonly output: Sent | undefined;
  /** Names of the states in the order in which they were entered. */
  readonly states: readonly string[];
  /** Every command and payload by the name of its state's kind or function, in order. */
  readonly sent: readonly { readonly to: string; readonly body: Sent }[];
  readonly events: readonly Sent[];
  /** How long it took, by the clock of the machine. */
  readonly seconds: number;
}

/** What a run sent to a kind of command or a function, in order. */
export const bodies = (run: JobRun, to: string) =>
  run.sent.filter((message) => message.to === to).map(({ body }) => body);

export const named = (name: string, message = name): Error => Object.assign(new Error(message), { name });

/** Runs the real definition on the real engine: real SDK clients, whose requests end in the world's scripts. */
export async function runJob(world: World, clock = new ManualClock()): Promise<JobRun> {
  const startedAt = clock.now();
  const sent: { to: string; body: Sent }[] = [];
  const calls = new Map<string, number>();
  const count = (to: string, body: Sent): number => {
    sent.push({ to, body });
    calls.set(to, (calls.get(to) ?? 0) + 1);
    return calls.get(to) ?? 0;
  };
  const busy = new Busy();
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const client = { region: "us-east-1", credentials, maxAttempts: 1, endpoint: "http://127.0.0.1" };

  const lambda = new LambdaClient({
    ...client,
    requestHandler: handler(async (request) => {
      const name =
        decodeURIComponent(request.path).split("/functions/")[1]?.split("/")[0]?.split(":").at(-1) ?? "";
      const payload = JSON.parse(request.text);
      try {
        return { body: await script(world.functions, name)(payload, count(name, payload)) };
      } catch (error) {
        const { name: errorType, message: errorMessage } = error as Error;
        return {
          body: { errorType, errorMessage, trace: [] },
          headers: { "x-amz-function-error": "Unhandled" },
        };
      }
    }),
  });
  const sqs = new SQSClient({
    ...client,
    requestHandler: handler(async (request) => {
      const body = JSON.parse(JSON.parse(request.text).MessageBody);
      const answer = await script(world.commands, body.kind)(body, count(body.kind, body));
      if (answer === cancelled) void cancel();
      else if (answer !== silence) void settle(body.taskToken, answer);
      return { body: { MessageId: "m", MD5OfMessageBody: undefined } };
    }),
    // The digest is the real queue's affair.
    md5: false,
  });
  const engine = await startEngine({
    dataDir: null,
    port: null,
    region: "us-east-1",
    accountId: "000000000000",
    clock,
    random: () => 0.5,
    clients: { lambda: busy.watch(lambda), sqs: busy.watch(sqs) },
  });
  const settle = (taskToken: string, answer: unknown): Promise<unknown> =>
    busy.during(
      answer instanceof Error
        ? engine.api.call("SendTaskFailure", { taskToken, error: answer.name, cause: answer.message })
        : engine.api.call("SendTaskSuccess", { taskToken, output: JSON.stringify(answer) }),
    );
  const cancel = () =>
    busy.during(
      engine.api.call("StopExecution", {
        executionArn: "arn:aws:states:us-east-1:000000000000:execution:job:j",
        error: "JobCancelled",
      }),
    );
  try {
    const { stateMachineArn } = (await engine.api.call("CreateStateMachine", {
      name: "job",
      definition: substituted(),
      roleArn: "arn:aws:iam::000000000000:role/job",
    })) as Sent;
    const input = JSON.stringify({ schemaVersion: 1, tenantId: "t", jobId: scriptedJobId });
    const { executionArn } = (await engine.api.call("StartExecution", {
      stateMachineArn,
      name: "j",
      input,
    })) as Sent;
    const execution = await untilEnded(
      {
        describe: () => engine.api.call("DescribeExecution", { executionArn }),
        lastEvent: () =>
          engine.api.call("GetExecutionHistory", { executionArn, reverseOrder: true, maxResults: 1 }),
      },
      busy,
      clock,
    );
    const { events } = (await engine.api.call("GetExecutionHistory", {
      executionArn,
      maxResults: 1000,
    })) as Sent;
    return {
      status: execution.status,
      output: execution.output === undefined ? undefined : JSON.parse(execution.output),
      states: events.flatMap((event: Sent) => event.stateEnteredEventDetails?.name ?? []),
      sent,
      events,
      seconds: (clock.now() - startedAt) / 1_000,
    };
  } finally {
    await engine.close();
  }
}

const substituted = (): string =>
  Object.keys(jobMachineSubstitutions((name) => name)).reduce(
    (text, name) => text.replaceAll(`\${${name}}`, name.replace(/FunctionArn$/, "")),
    definition,
  );

function script<T>(scripts: Readonly<Record<string, T>>, name: string): T {
  const found = scripts[name];
  if (!found) throw new Error(`nothing is scripted for '${name}'`);
  return found;
}

/** Counts the requests under way: as long as there is one, time must not pass. */
class Busy {
  requests = 0;

  async during<Result>(request: Promise<Result>): Promise<Result> {
    this.requests += 1;
    try {
      return await request;
    } finally {
      this.requests -= 1;
    }
  }

  watch(client: SdkClient): SdkClient {
    return { send: (...args: Parameters<SdkClient["send"]>) => this.during(client.send(...args)) };
  }
}

interface Watched {
  describe(): Promise<object>;
  lastEvent(): Promise<object>;
}

/** After these the execution waits for somebody or for a time; after any other the engine, which thinks in a thread, goes on. */
const waitingAfter = /^(WaitStateEntered|TaskSubmitted|TaskFailed|TaskTimedOut|TaskSubmitFailed)$/;

/** Lets everything happen that can; when nothing does any more, time passes to the next timer. */
async function untilEnded({ describe, lastEvent }: Watched, busy: Busy, clock: ManualClock): Promise<Sent> {
  for (const deadline = AbortSignal.timeout(30_000); ; deadline.throwIfAborted()) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const execution = (await describe()) as Sent;
    if (execution.status !== "RUNNING") return execution;
    const [last] = ((await lastEvent()) as Sent).events;
    if (busy.requests === 0 && waitingAfter.test(last.type)) clock.fireNext();
  }
}

interface HandledRequest {
  readonly path: string;
  readonly text: string;
}

function handler(
  answer: (request: HandledRequest) => Promise<{ body: unknown; headers?: Record<string, string> }>,
) {
  return {
    async handle(request: { path: string; body: string | Uint8Array }) {
      const text = typeof request.body === "string" ? request.body : Buffer.from(request.body).toString();
      const { body, headers = {} } = await answer({ path: request.path, text });
      return { response: { statusCode: 200, headers, body: Buffer.from(JSON.stringify(body)) } };
    },
  } as never;
}

import { readFileSync } from "node:fs";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { SdkClient } from "@drover/step-functions";
import { startEngine } from "@drover/step-functions";
import { type MachineName, machineNames, pascalCase } from "#shared/contracts/farm/machines.ts";
import { machineSubstitutions } from "#shared/contracts/functions/functions.ts";
import { stateMachineFile } from "#shared/project-files.ts";
import { ManualClock } from "./manual-clock.ts";
import {
  type Api,
  accountId,
  executionArn,
  listed,
  machineArn,
  type Ran,
  readExecution,
  type Sent,
} from "./read-executions.ts";

/** What a Lambda answers, or the error it throws (an Error's `name` is the function's error type). */
export type FunctionScript = (payload: Sent, call: number) => unknown;
/** What a host does with a command: an answer, an error to fail the token with, or `silence`; `cancelled`: as the API does. */
export type CommandScript = (command: Sent, call: number) => unknown;
export const silence = Symbol("silence");
export const cancelled = Symbol("cancelled");
/** What a function says that was given a task token, when somebody answers the token with nothing in particular. */
export const answered = Symbol("answered");
/** The same, and what the token is answered with. */
export class AnsweredWith {
  readonly output: Sent;
  constructor(output: Sent) {
    this.output = output;
  }
}

/** Every run's job. */
export const scriptedJobId = "01JD0000000000000000000000";

export interface World {
  readonly functions: Readonly<Record<string, FunctionScript>>;
  readonly commands: Readonly<Record<string, CommandScript>>;
}

/** The execution that was started, and what it started in turn. */
export interface JobRun extends Ran {
  /** Every command and payload by the name of its state's kind or function, in order. */
  readonly sent: readonly { readonly to: string; readonly body: Sent }[];
  /** All executions that ran, in the order in which they were started. */
  readonly executions: readonly Ran[];
  /** How long it took, by the clock of the machine. */
  readonly seconds: number;
}

export interface Start {
  /** Once everything has ended, it is redriven. */
  readonly redriven?: true;
  /** Where a Map's items are read and its results written. */
  readonly s3?: SdkClient;
  readonly machine?: MachineName;
  readonly name?: string;
  /** Beside the pointer to the job. */
  readonly input?: Sent;
  /** For a script that asks the engine, as the API does. */
  readonly started?: (api: Api) => void;
}

/** What a run sent to a kind of command or a function, in order. */
export const bodies = (run: JobRun, to: string) =>
  run.sent.filter((message) => message.to === to).map(({ body }) => body);

export const named = (name: string, message = name): Error => Object.assign(new Error(message), { name });

/**
 * Runs the real definitions on the real engine, until nothing runs any more: real SDK clients, whose requests end in the
 * world's scripts.
 */
export async function runJob(
  world: World,
  clock = new ManualClock(),
  { machine = "job", name = "j", input: more = {}, s3, redriven, started }: Start = {},
): Promise<JobRun> {
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
        const answer = await script(world.functions, name)(payload, count(name, payload));
        const told = answer === answered ? {} : answer instanceof AnsweredWith ? answer.output : undefined;
        if (told !== undefined) void settle(payload.taskToken, told);
        return { body: told === undefined ? answer : {} };
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
      else if (answer !== silence) void settle(body.taskToken, answer).catch(unlessStopped);
      return { body: { MessageId: "m", MD5OfMessageBody: undefined } };
    }),
    // The digest is the real queue's affair.
    md5: false,
  });
  const engine = await startEngine({
    dataDir: null,
    port: null,
    region: "us-east-1",
    accountId,
    clock,
    random: () => 0.5,
    clients: {
      lambda: busy.watch(lambda),
      sqs: busy.watch(sqs),
      ...(s3 === undefined ? {} : { s3: busy.watch(s3) }),
    },
  });
  started?.(engine.api);
  const settle = (taskToken: string, answer: unknown): Promise<unknown> =>
    busy.during(
      answer instanceof Error
        ? engine.api.call("SendTaskFailure", { taskToken, error: answer.name, cause: answer.message })
        : engine.api.call("SendTaskSuccess", { taskToken, output: JSON.stringify(answer) }),
    );
  /** Who stopped the execution waits for no answer any more. */
  const unlessStopped = (error: unknown): void => {
    if (!redriven) throw error;
  };
  const cancel = () =>
    busy.during(
      engine.api.call("StopExecution", { executionArn: executionArn(machine, name), error: "JobCancelled" }),
    );
  try {
    for (const one of machineNames) {
      const roleArn = `arn:aws:iam::${accountId}:role/${one}`;
      await engine.api.call("CreateStateMachine", { name: one, definition: definitionOf(one), roleArn });
    }
    const input = JSON.stringify({ schemaVersion: 1, tenantId: "t", jobId: scriptedJobId, ...more });
    await engine.api.call("StartExecution", { stateMachineArn: machineArn(machine), name, input });
    await untilAllEnded(engine.api, busy, clock);
    if (redriven) {
      await engine.api.call("RedriveExecution", { executionArn: executionArn(machine, name) });
      await untilAllEnded(engine.api, busy, clock);
    }
    const executions = await Promise.all(
      (await listed(engine.api)).map((found) => readExecution(engine.api, found)),
    );
    const first = executions.find((one) => one.machine === machine && one.name === name);
    if (first === undefined) throw new Error(`the execution ${name} is not listed`);
    return { ...first, sent, executions, seconds: (clock.now() - startedAt) / 1_000 };
  } finally {
    await engine.close();
  }
}

function definitionOf(machine: MachineName): string {
  const values = machineSubstitutions(machine, { functionArn: pascalCase, machineArn });
  const text = Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`\${${name}}`, value),
    readFileSync(stateMachineFile(machine), "utf8"),
  );
  // The clock jumps to what is due next, also while a round's manifest is still being read: days are over in no time.
  const { TimeoutSeconds: _days, ...definition } = JSON.parse(text);
  return JSON.stringify(definition);
}

function script<T>(scripts: Readonly<Record<string, T>>, name: string): T {
  const found = scripts[name];
  if (!found) throw new Error(`nothing is scripted for '${name}'`);
  return found;
}

/** Counts the requests under way: as long as there is one, time must not pass. */
class Busy {
  requests = 0;
  /** Of all that have been under way. */
  begun = 0;

  async during<Result>(request: Promise<Result>): Promise<Result> {
    this.requests += 1;
    this.begun += 1;
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

/** After these an execution waits for somebody or for a time; after any other the engine, which thinks in a thread, goes on. */
const waitingAfter =
  /^(WaitStateEntered|TaskSubmitted|TaskFailed|TaskTimedOut|TaskSubmitFailed|MapRunStarted)$/;

/** Lets everything happen that can; when nothing does any more, time passes to the next timer. */
async function untilAllEnded(api: Api, busy: Busy, clock: ManualClock): Promise<void> {
  for (const deadline = AbortSignal.timeout(60_000); ; deadline.throwIfAborted()) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const [isQuiet, begun] = [busy.requests === 0, busy.begun];
    const running = (await listed(api)).filter(({ status }) => status === "RUNNING");
    if (running.length === 0) return;
    const lastEvents = await Promise.all(
      running.map(async ({ executionArn: arn }) => {
        const request = { executionArn: arn, reverseOrder: true, maxResults: 1 };
        return ((await api.call("GetExecutionHistory", request)) as Sent).events[0];
      }),
    );
    // A branch that has ended waits for the other's execution as long as that runs.
    const waits = ({ type }: Sent): boolean =>
      waitingAfter.test(type) || (type === "SucceedStateExited" && running.length > 1);
    // What came in while the events were read has moved an execution on from its event.
    if (isQuiet && busy.begun === begun && lastEvents.every(waits)) clock.fireNext();
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

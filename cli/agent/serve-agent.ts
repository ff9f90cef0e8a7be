import { ApiProblem } from "@drover/client";
import type { ClaimedTurn, TurnPoll, TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import type { AgentName } from "#shared/contracts/job/agent.ts";
import type { PoolName } from "#shared/contracts/values/ids.ts";
import { mostRefusals, type TurnAnswer, WorkerName } from "#shared/contracts/workflow/turn.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { AgentCommand } from "./agent-command.ts";
import { AgentFailure, AgentProcess } from "./agent-process.ts";
import { inlinePictures } from "./inline-pictures.ts";
import { claimSeconds, type TurnClient, waitSeconds } from "./turn-client.ts";

export interface Serving {
  readonly turns: TurnClient;
  readonly agent: AgentName;
  readonly pool: PoolName | undefined;
  readonly command: AgentCommand;
  readonly parallel: number;
  readonly inlinePictures: boolean;
  readonly withTree: boolean;
  /** Aborted: no more jobs are claimed, running ones finish. */
  readonly signal: AbortSignal;
  /** What happens, for people; a line of hostile text is made plain by whoever prints it. */
  say(words: string): void;
  onEnd(job: TurnPoll["job"]): void;
}

type Turn = TurnResponse;

/** So long a farm may be away before a worker stops. */
const farmAwayMilliseconds = 5 * 60_000;
/** Left of a turn's time to say that the agent is late. */
const marginMilliseconds = 1_000;
/** Jobs in a row whose agent ended before it took one turn: the command is broken, and each one more would cost a job. */
const mostStillborn = 3;

/**
 * Takes turns of waiting jobs until it is stopped, one process per job, several jobs at once. Jobs are claimed one after the
 * other: many claims that wait together would all be woken by each turn that is opened.
 */
export async function serveAgent(serving: Serving, workerName: string): Promise<void> {
  const { signal, parallel } = serving;
  const free = Array.from({ length: parallel }, (_, at) => WorkerName.parse(`${workerName}-${at + 1}`));
  const running = new Set<Promise<void>>();
  const broken: unknown[] = [];
  let stillborn = 0;
  const serve = async (worker: WorkerName, first: Turn): Promise<void> => {
    const tookTurns = await new ServedJob(serving, worker, first).run();
    stillborn = tookTurns ? 0 : stillborn + 1;
    if (stillborn >= mostStillborn) throw brokenCommand();
  };
  try {
    while (!signal.aborted && broken.length === 0) {
      const worker = free.pop();
      if (worker === undefined) {
        await Promise.race(running);
        continue;
      }
      const claimed = await claim(serving, worker);
      if (claimed === null || claimed.turn === null) {
        free.push(worker);
        continue;
      }
      const served = serve(worker, claimed.turn)
        .catch((error: unknown) => void broken.push(error))
        .finally(() => {
          running.delete(served);
          free.push(worker);
        });
      running.add(served);
    }
  } finally {
    await Promise.all(running);
  }
  if (broken.length > 0) throw broken[0];
}

const brokenCommand = (): CommandFailure =>
  new CommandFailure(
    exitCodes.error,
    `The agent ended ${mostStillborn} times before it took a turn. No more jobs are claimed for it.`,
    ["Its output is above. Run its command alone and send it one line."],
  );

/** Null when it is told to stop while the farm is away. */
async function claim(
  { turns, agent, pool, withTree, signal }: Serving,
  worker: WorkerName,
): Promise<ClaimedTurn | null> {
  const body = { worker, wait: claimSeconds, tree: withTree, ...(pool === undefined ? {} : { pool }) };
  try {
    return await turns.patiently(
      (again) => turns.client.claimTurn({ name: agent, body: { ...body, again } }),
      {
        untilMilliseconds: Date.now() + farmAwayMilliseconds,
        signal,
      },
    );
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** A job whose turns one process takes, from the first that was claimed to the job's end. */
class ServedJob {
  readonly #serving: Serving;
  readonly #worker: WorkerName;
  readonly #process: AgentProcess;
  readonly #jobId: Turn["jobId"];
  #turn: Turn;
  #tookTurns = false;

  constructor(serving: Serving, worker: WorkerName, first: Turn) {
    this.#serving = serving;
    this.#worker = worker;
    this.#turn = first;
    this.#jobId = first.jobId;
    this.#process = new AgentProcess(serving.command, {
      onStderr: (line) => this.#say(`| ${line}`),
      onStray: (why) => this.#say(`ignored: ${why}`),
    });
    this.#say(`began: ${first.observation.task}`);
  }

  /** Whether its agent took a turn. */
  async run(): Promise<boolean> {
    try {
      let poll: TurnPoll = await this.#take();
      for (;;) {
        if (poll.turn !== null) {
          this.#turn = poll.turn;
          poll = await this.#take();
        } else if (poll.job.status === "finished") return await this.#end(poll.job);
        else poll = await this.#read();
      }
    } catch (error) {
      if (error instanceof AgentFailure) return await this.#failed(error.message);
      this.#process.kill();
      throw error;
    }
  }

  /** The turn in hand: told to the agent, and its answer to the farm. @throws AgentFailure */
  async #take(): Promise<TurnPoll> {
    const { turnId, jobId, stepNumber, until, observation } = this.#turn;
    const pictures = this.#serving.inlinePictures ? { pictures: await inlinePictures(observation) } : {};
    const told = {
      type: "turn",
      jobId,
      turnId,
      stepNumber,
      until,
      observation: { ...observation, ...pictures },
    };
    let refused: string | undefined;
    for (let unreadable = 0; ; ) {
      const left = Date.parse(until) - Date.now() - marginMilliseconds;
      const line = await this.#process.ask(
        refused === undefined ? told : { ...told, refused },
        Math.max(1, left),
      );
      if ("unreadable" in line) {
        unreadable += 1;
        refused = line.unreadable;
        if (unreadable > mostRefusals)
          throw new AgentFailure(`more than ${mostRefusals} lines were not replies: ${refused}`);
      } else {
        const { turnId: _turnId, fail, ...answer } = line.answer;
        if (fail !== undefined) throw new AgentFailure(String(fail));
        const answered = await this.#answer(answer);
        if ("job" in answered) return answered;
        refused = answered.refused;
      }
      this.#say(`refused: ${refused}`);
    }
  }

  async #answer(body: object): Promise<TurnPoll | { readonly refused: string }> {
    const { turns, withTree } = this.#serving;
    const { turnId, until } = this.#turn;
    const query = { worker: this.#worker, wait: waitSeconds, tree: withTree ? "true" : "false" } as const;
    const asked = { id: this.#jobId, turnId, query, body: body as TurnAnswer };
    try {
      const { status, reason, next } = await turns.patiently(() => turns.client.answerTurn(asked), {
        untilMilliseconds: Date.parse(until),
      });
      this.#tookTurns = true;
      if (status === "denied") this.#say(`denied: ${reason ?? "by the job's policy"}`);
      return next ?? (await this.#read());
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status >= 500) throw error;
      if (error.status === 400) return { refused: refusalWords(error) };
      // The turn is over, or another's: how the job stands is asked again.
      this.#say(`not taken: ${error.detail}`);
      return await this.#read();
    }
  }

  #read(): Promise<TurnPoll> {
    const { turns, withTree } = this.#serving;
    const query = { worker: this.#worker, wait: waitSeconds, tree: withTree ? "true" : "false" } as const;
    return turns.patiently(() => turns.client.readTurn({ id: this.#jobId, query }), {
      untilMilliseconds: Date.now() + farmAwayMilliseconds,
    });
  }

  async #end(job: TurnPoll["job"]): Promise<boolean> {
    await this.#process.close({ type: "end", job });
    this.#serving.onEnd(job);
    return this.#tookTurns;
  }

  /** The job ends as its agent's failure, and is told why; whoever took the turn away meanwhile was first. */
  async #failed(reason: string): Promise<boolean> {
    const { turns } = this.#serving;
    const { turnId, until } = this.#turn;
    this.#process.kill();
    this.#say(`the agent failed: ${reason}`);
    const asked = {
      id: this.#jobId,
      turnId,
      query: { worker: this.#worker },
      body: { reason: reason.slice(0, 1_000) },
    };
    await turns
      .patiently(() => turns.client.failTurn(asked), { untilMilliseconds: Date.parse(until) })
      .catch((error: unknown) =>
        this.#say(`could not report to the farm: ${error instanceof Error ? error.message : error}`),
      );
    return this.#tookTurns;
  }

  #say(words: string): void {
    this.#serving.say(`${this.#jobId} ${words}`);
  }
}

const refusalWords = ({ detail, fields }: ApiProblem): string =>
  fields.length === 0 ? detail : fields.map(({ field, message }) => `${field}: ${message}`).join("; ");

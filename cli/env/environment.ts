import { randomInt, randomUUID } from "node:crypto";
import { elementText } from "#agent/outside/turn-observation.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type {
  EnvAction,
  EnvObservation,
  EnvReset,
  EnvResult,
  EnvState,
} from "#shared/contracts/env/env-messages.ts";
import type { EpisodeRecord, RubricWeights } from "#shared/contracts/env/rubric.ts";
import { defined } from "#shared/values/defined.ts";
import { act, envActionNames, envTools, lookTool, readAction } from "./act.ts";
import type { EnvDevice, EnvScreen, PreparedDevice } from "./devices/env-device.ts";
import { asEnvError, EnvError } from "./env-error.ts";
import type { EnvTask, EnvTasks } from "./env-tasks.ts";
import { type JudgedEpisode, judgeEpisode } from "./judge-episode.ts";

export interface EnvironmentOptions {
  readonly sessionId: string;
  readonly device: EnvDevice;
  readonly tasks: EnvTasks;
  readonly weights: RubricWeights;
  readonly log: (record: EpisodeRecord) => void;
}

type Last = EnvObservation["last"];

interface Episode {
  readonly id: string;
  readonly task: EnvTask;
  readonly seed: number;
  readonly picture: boolean;
  prepared?: PreparedDevice;
  seen?: EnvScreen;
  steps: number;
  last: Last;
  /** Absent: it goes on. */
  end?:
    | { readonly kind: "judged"; readonly judged: JudgedEpisode; readonly truncated: boolean }
    | { readonly kind: "fault" };
}

const largestSeed = 2 ** 32;

/** What one session has: a device, and one episode on it at a time. Its calls are done one after another. */
export class TaskEnvironment {
  readonly #options: EnvironmentOptions;
  #episode: Episode | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: EnvironmentOptions) {
    this.#options = options;
  }

  /** @throws EnvError */
  reset(given: EnvReset): Promise<EnvResult> {
    return this.#inTurn(() => this.#reset(given));
  }

  /** @throws EnvError */
  step(action: EnvAction, timeoutSeconds?: number): Promise<EnvResult> {
    return this.#inTurn(() => this.#step(action, timeoutSeconds));
  }

  /** Ends the episode with what was claimed, if it goes on. @throws EnvError */
  finish(claim: AgentClaim | undefined): Promise<EnvResult> {
    return this.#inTurn(async () => {
      const episode = this.#begun();
      return episode.end?.kind === "judged" ? this.#result(episode) : this.#judge(this.#live(), claim);
    });
  }

  get state(): EnvState {
    const episode = this.#episode;
    return {
      session_id: this.#options.sessionId,
      episode_id: episode?.id ?? null,
      step_count: episode?.steps ?? 0,
      task_id: episode?.task.id ?? null,
      seed: episode?.seed ?? null,
      done: episode?.end !== undefined,
      reward: episode?.end?.kind === "judged" ? episode.end.judged.reward : null,
    };
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#leave();
      await this.#options.device.end();
    });
  }

  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(run);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #reset({ seed: given, task: name, episode_id: id, picture }: EnvReset): Promise<EnvResult> {
    const { device, tasks } = this.#options;
    const seed = given ?? randomInt(largestSeed);
    const task = tasks.find({ task: name ?? undefined, seed });
    this.#leave();
    const episode: Episode = {
      ...{ id: id ?? randomUUID(), task, seed, picture: picture ?? false, steps: 0, last: null },
    };
    this.#episode = episode;
    return this.#guarded(episode, async () => {
      episode.prepared = await device.begin(task);
      episode.seen = await device.look(episode.picture);
      return this.#result(episode);
    });
  }

  async #step(given: EnvAction, timeoutSeconds?: number): Promise<EnvResult> {
    if (given.type === "list_tools") return this.#withTools(this.#begun());
    const { device } = this.#options;
    const episode = this.#live();
    const action = readAction(given);
    const { stepTimeoutSeconds, maxSteps } = episode.task.request.limits;
    const seconds = Math.min(timeoutSeconds ?? stepTimeoutSeconds, stepTimeoutSeconds);
    const isCall = given.type === "call_tool";
    return this.#guarded(episode, async () => {
      if (action.action !== lookTool) {
        episode.steps += 1;
        const { action: name, ...claim } = action;
        if (name === finish.name) return this.#judge(episode, AgentClaim.parse(claim), isCall);
        const { prepared, seen } = episode as Required<Episode>;
        const signal = AbortSignal.timeout(seconds * 1_000);
        const acted = await act(action, { device, prepared, seen, signal });
        episode.last = { action: name, ...acted };
        device.pass();
      }
      episode.seen = await device.look(episode.picture);
      return episode.steps < maxSteps
        ? this.#result(episode, isCall)
        : this.#judge(episode, undefined, isCall);
    });
  }

  async #judge(episode: Episode, claim: AgentClaim | undefined, isCall = false): Promise<EnvResult> {
    const { device, weights } = this.#options;
    return this.#guarded(episode, async () => {
      const { task, prepared } = episode as Required<Episode>;
      const judged = await judgeEpisode({ device, task, before: prepared.before, claim, weights });
      const truncated = claim === undefined;
      episode.end = { kind: "judged", judged, truncated };
      const { reward, rubric, reason } = judged;
      this.#log({ kind: "judged", ...this.#told(episode), reward, rubric: [...rubric], truncated, reason });
      return this.#result(episode, isCall);
    });
  }

  /** A fault of the farm ends the episode without a reward. */
  async #guarded(episode: Episode, run: () => Promise<EnvResult>): Promise<EnvResult> {
    try {
      return await run();
    } catch (error) {
      const known = asEnvError(error);
      if (known.code !== "VALIDATION_ERROR" && episode.end === undefined) {
        episode.end = { kind: "fault" };
        this.#log({ kind: "fault", ...this.#told(episode), message: known.message });
      }
      throw known;
    }
  }

  #leave(): void {
    const episode = this.#episode;
    if (episode !== undefined && episode.end === undefined)
      this.#log({ kind: "left", ...this.#told(episode) });
    this.#episode = undefined;
  }

  #begun(): Episode {
    if (this.#episode !== undefined) return this.#episode;
    throw new EnvError("EXECUTION_ERROR", "No episode has begun in this session: reset first.");
  }

  #live(): Episode {
    const episode = this.#begun();
    if (episode.end === undefined) return episode;
    const how = episode.end.kind === "fault" ? "failed by a fault of the farm" : "is over";
    throw new EnvError("EXECUTION_ERROR", `The episode ${how}: reset to begin another.`);
  }

  #log(record: EpisodeRecord): void {
    this.#options.log(record);
  }

  #told({ id: episodeId, task, seed, steps }: Episode) {
    const { sessionId } = this.#options;
    return { at: new Date().toISOString(), sessionId, episodeId, taskId: task.id, seed, steps };
  }

  #withTools(episode: Episode): EnvResult {
    const result = this.#result(episode);
    return { ...result, observation: { ...result.observation, tools: [...envTools] } };
  }

  #result(episode: Episode, isCall = false): EnvResult {
    const { id, task, seed, end, steps, last } = episode;
    const judged = end?.kind === "judged" ? end : undefined;
    const observation = observationOf(episode);
    return {
      observation: isCall ? { ...observation, ...calledTool(observation) } : observation,
      reward: judged?.judged.reward ?? (steps === 0 && last === null ? null : 0),
      done: judged !== undefined,
      metadata: {
        ...{ session_id: this.#options.sessionId, episode_id: id, task_id: task.id, seed },
        ...defined({
          truncated: judged?.truncated,
          rubric: judged && [...judged.judged.rubric],
          reason: judged?.judged.reason || undefined,
        }),
      },
    };
  }
}

/** A virtual phone that shows what it showed before gives the same picture again. */
const encoded = new WeakMap<Buffer, string>();

function base64Of(picture: Buffer): string {
  const known = encoded.get(picture) ?? picture.toString("base64");
  encoded.set(picture, known);
  return known;
}

function observationOf({ task, seen, steps, last, prepared, picture }: Episode): EnvObservation {
  if (seen === undefined) throw new EnvError("EXECUTION_ERROR", "The session has no screen: reset first.");
  const { tree, facts, screen, flags } = seen;
  const { package: app, activity, keyboardShown, deviceTime } = facts;
  const name = prepared?.apps.find((one) => one.package === app)?.label ?? app;
  const named = tree === null ? null : { ...tree, app_name: name };
  const { maxSteps } = task.request.limits;
  return {
    task: task.request.task,
    elementText: named === null ? "The list of elements could not be read." : elementText(named),
    app: { name, package: app, activity },
    ...{ screen, keyboardShown, deviceTime, flags: [...flags] },
    ...{ step: steps, stepsLeft: Math.max(0, maxSteps - steps), last, actions: [...envActionNames] },
    ...(picture && seen.picture !== null
      ? { picture: { mediaType: "image/png" as const, base64: base64Of(seen.picture) } }
      : {}),
  };
}

/** The result for an agent that called a tool. */
function calledTool({ last, elementText: text }: EnvObservation) {
  if (last === null || last.ok) return { tool_name: last?.action ?? lookTool, result: text, error: null };
  return {
    tool_name: last.action,
    result: text,
    error: { error_type: "execution_error", message: last.message },
  };
}

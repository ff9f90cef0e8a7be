import { AgentServiceAnswer } from "#shared/contracts/api/agent-service.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { TurnAnswer } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { InnerAddress } from "#shared/http/outer-address.ts";
import type { PostReply } from "#shared/http/post-out.ts";
import type { AgentService } from "#shared/rules/agent-kind.ts";
import { defined } from "#shared/values/defined.ts";
import { keepCalls } from "../budget/keep-calls.ts";
import { projectConfig } from "../environment/project-config.ts";
import { type ServiceRecord, serviceRecord } from "../model-calls/service-record.ts";
import type { Services } from "../runtime/services.ts";
import { agentFailed, isMoneyBound, overSpent } from "../turn-state/agent-failure.ts";
import { outsideStep } from "../turn-state/outside-step.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { answerWith, type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";
import { callService } from "./service-call.ts";
import { serviceQuestion } from "./service-question.ts";

interface ServiceTurn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Services;
}

/** Calls for one turn, whatever was wrong with those before. */
const mostCalls = 3;
const pauseMilliseconds = 500;

/**
 * Has the service choose. What is wrong with it, or with its answers, is told to it with the same turn again where that may help,
 * within the turn's time; then it is the agent's failure.
 */
export async function serviceTurn(turn: ServiceTurn, service: AgentService): Promise<TurnOutcome> {
  const { input, state, runtime } = turn;
  const over = await overSpent(state.job, runtime);
  if (over !== null) return answerWith(over);
  const records: ServiceRecord[] = [];
  try {
    return await askedUntilOfUse(turn, service, records);
  } finally {
    await keepCalls(input, state.job, records, runtime, "service");
  }
}

async function askedUntilOfUse(
  turn: ServiceTurn,
  service: AgentService,
  records: ServiceRecord[],
): Promise<TurnOutcome> {
  const { input, state, runtime } = turn;
  const question = await serviceQuestion(input, state, runtime);
  const { agents } = await projectConfig();
  const { url, name } = service;
  const askedAt = runtime.now();
  const until = askedAt.getTime() + service.turnTimeoutSeconds * 1_000;
  let problem: Problem | undefined;
  for (let calls = 1; calls <= mostCalls; calls += 1) {
    const startedAt = runtime.now();
    const timeoutMilliseconds = until - startedAt.getTime();
    if (timeoutMilliseconds <= 0) break;
    const body = problem?.isItsAnswer ? { ...question, problem: problem.message } : question;
    let reply: PostReply | undefined;
    const keep = (why?: string): void => {
      const told = { url, body, startedAt, endedAt: runtime.now() };
      records.push(serviceRecord(told, defined({ reply, problem: why })));
    };
    try {
      reply = await callService({ url, body, timeoutMilliseconds, mayBeLocal: agents.local });
      const answer = answerIn(reply, state);
      const given = { input, state, answer, chosenBy: "external" as const, name };
      const step = await outsideStep({ ...given, askedAt: askedAt.toISOString() }, runtime);
      keep();
      return takeStep(step);
    } catch (error) {
      problem = problemOf(error);
      keep(problem.message);
      runtime.logger.info("the agent's service could not help", { calls, problem: problem.message });
      if (problem.isFinal) break;
    }
    await runtime.sleep(Math.min(pauseMilliseconds * calls, Math.max(0, until - runtime.now().getTime())));
  }
  const why = `The agent '${name}' failed: ${problem?.message ?? "it did not respond in time"}`;
  return answerWith(await agentFailed(new DroverError("AgentFailed", why), turn));
}

interface Problem {
  readonly message: string;
  /** The service is told it. */
  readonly isItsAnswer: boolean;
  readonly isFinal: boolean;
}

/** Its own words are not quoted: they are anybody's. */
class UnusableReply extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof UnusableReply)
    return { message: error.message, isItsAnswer: !error.isFinal, isFinal: error.isFinal };
  if (error instanceof DroverError) {
    if (error.audience !== "model") throw error;
    return { message: [error.message, ...error.advice].join(" "), isItsAnswer: true, isFinal: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { message, isItsAnswer: false, isFinal: error instanceof InnerAddress };
}

/** @throws UnusableReply */
function answerIn({ status, text }: PostReply, { job }: TurnState): TurnAnswer {
  const mayPass = status === 429 || status >= 500;
  if (status !== 200) throw new UnusableReply(`Its response had the status ${status}.`, !mayPass);
  const parsed = AgentServiceAnswer.safeParse(jsonIn(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join(".") || "the answer";
    throw new UnusableReply(`Its response does not fit: ${field}: ${issue?.message}.`);
  }
  if (isMoneyBound(job) && parsed.data.usage?.costUsd === undefined)
    throw new UnusableReply(
      "Its response must have usage.costUsd, 0 for nothing: the job's money is limited.",
    );
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableReply("Its response is not JSON.");
  }
}

import { randomUUID } from "node:crypto";
import { parentPort } from "node:worker_threads";
import type { Bindings, EvaluationContext } from "./bindings.ts";
import { evaluateTemplate } from "./compile-template.ts";
import { evaluationLimits } from "./evaluation-limits.ts";
import type { JsonValue } from "./json-value.ts";
import { type PackedTemplate, unpackTemplate } from "./packed-template.ts";
import { QueryEvaluationError, type StatePosition } from "./query-evaluation-error.ts";
import { SliceExceededError } from "./slice-exceeded-error.ts";

/** What the engine asks of this thread. */
export interface EvaluationRequest {
  readonly template: PackedTemplate;
  readonly bindings: Bindings;
  readonly position: StatePosition;
}

export type EvaluationAnswer =
  | { readonly value: JsonValue }
  | { readonly detail: string; readonly location: string | undefined };

/** On a machine that is busy with other things an expression is tried again with this many times as long by the clock. */
const LONGER = 4;

async function answerTo(request: EvaluationRequest): Promise<EvaluationAnswer> {
  const template = unpackTemplate(request.template);
  for (let timeMs: number = evaluationLimits.timeMs; ; timeMs *= LONGER) {
    try {
      return { value: await evaluateTemplate(template, request.bindings, contextOf(request, timeMs)) };
    } catch (error) {
      if (error instanceof SliceExceededError) continue;
      if (!(error instanceof QueryEvaluationError)) throw error;
      return { detail: error.detail, location: error.location };
    }
  }
}

/** The limit is one of work: an expression fails that has had the processor for a good part of its time. */
function contextOf({ position }: EvaluationRequest, timeMs: number): EvaluationContext {
  const before = process.threadCpuUsage();
  const whenOver = () => {
    const { user, system } = process.threadCpuUsage(before);
    const workedMs = (user + system) / 1000;
    const spent = workedMs > evaluationLimits.timeMs / 2 || timeMs > evaluationLimits.timeMs;
    return spent ? ("fail" as const) : ("postpone" as const);
  };
  return { ...position, random: Math.random, uuid: randomUUID, timeMs, whenOver };
}

/** One request at a time, answered in order. */
parentPort?.on("message", async (request: EvaluationRequest) => {
  parentPort?.postMessage(await answerTo(request));
});

import { scriptAsSource } from "#agent/roles/check-agent.ts";
import type { LineProblem } from "#shared/contracts/batch/batch.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { referredSecrets } from "#shared/contracts/job/secret.ts";
import { foundIn, invalidFields } from "#shared/http/field-errors.ts";
import { isSharedBound } from "./check-models.ts";
import { checkSettings } from "./check-request.ts";
import { chooseQueue } from "./choose-queue.ts";
import { keepUploads } from "./keep-uploads.ts";
import { createLineGraph, type LinePlace } from "./line-graph.ts";
import { readSource } from "./read-source.ts";
import type { SubmissionFacts, SubmissionRuntime } from "./submission-facts.ts";

const mostProblems = 100;
/** Of different settings: those of a batch's lines are few, however many its lines are. */
const mostRemembered = 5_000;

type Found = readonly Pick<LineProblem, "field" | "message">[];

export interface LineChecks {
  /** A line of a batch that was kept before. */
  know(place: LinePlace): void;
  /** `value` as it was sent; null when it is bad, which is noted. */
  check(line: number, value: unknown): Promise<BatchLine | null>;
  note(line: number, field: string, message: string): void;
  /** When all lines were checked: what is wrong with any, the first hundred, by line. */
  result(): { readonly problems: readonly LineProblem[]; readonly problemCount: number };
}

/** Holds a batch's lines to all that a single job's request is held to, and to each other. */
export function createLineChecks(facts: SubmissionFacts, runtime: SubmissionRuntime): LineChecks {
  const graph = createLineGraph();
  const problems: LineProblem[] = [];
  let problemCount = 0;
  const note = (line: number, field: string, message: string): void => {
    problemCount += 1;
    if (problems.length < mostProblems)
      problems.push({ line, field: field.slice(0, 300), message: message.slice(0, 500) });
  };
  const checkOnce = remembered((request) => requestFaults(request, facts, runtime));
  const said = new Set<string>();
  /** What bounds all lines is named with the first line that cannot keep it. */
  const noteShared = (line: number, field: string, message: string): void => {
    if (!said.has(message)) note(line, field, message);
    said.add(message);
  };
  return {
    know: graph.know,
    note,
    async check(line, value) {
      const parsed = BatchLine.safeParse(value);
      if (!parsed.success) {
        for (const { field, message } of foundIn(invalidFields("line", parsed.error, value)) ?? [])
          note(line, field, message);
        return null;
      }
      const twice = graph.add(line, parsed.data);
      if (twice !== null) note(line, twice.field, twice.message);
      const found = await checkOnce(parsed.data.request);
      for (const { field, message } of found)
        if (isSharedBound(field)) noteShared(line, field, message);
        else note(line, `request.${field}`, message);
      return twice === null && found.length === 0 ? parsed.data : null;
    },
    result() {
      // Of lines that were refused others may well have been what they wait for.
      if (problemCount === 0)
        for (const { line, field, message } of graph.faults()) note(line, field, message);
      return { problems: problems.toSorted((a, b) => a.line - b.line), problemCount };
    },
  };
}

/** Requests that differ only in the agent's texts are equal for these checks. */
function alike({ task, background: _b, systemPrompt: _s, ...request }: JobRequest): string {
  return JSON.stringify([request, referredSecrets(task)]);
}

function remembered(check: (request: JobRequest) => Promise<Found>): (request: JobRequest) => Promise<Found> {
  const known = new Map<string, Found>();
  return async (request) => {
    const key = alike(request);
    const found = known.get(key) ?? (await check(request));
    if (known.size >= mostRemembered) known.clear();
    known.set(key, found);
    return found;
  };
}

async function requestFaults(
  asked: JobRequest,
  facts: SubmissionFacts,
  runtime: SubmissionRuntime,
): Promise<Found> {
  const found: Found[number][] = [];
  const attempt = async (check: () => unknown): Promise<void> => {
    try {
      await check();
    } catch (error) {
      const faults = foundIn(error);
      if (faults === null) throw error;
      found.push(...faults);
    }
  };
  await attempt(() => checkSettings(asked, facts));
  await attempt(() => keepUploads(facts.tenantId, asked, runtime));
  await attempt(() => chooseQueue(asked, facts));
  await attempt(() => readSource(facts.tenantId, scriptAsSource(asked), runtime));
  return found;
}

import type { BatchResult } from "../../contracts/batch/batch-result.ts";
import type { TaskId, VariantName } from "../../contracts/values/batch-ids.ts";
import { type CaseKind, caseKind, caseSeconds, junitCase } from "./junit-case.ts";
import { batchResult, type ResultSource } from "./result-source.ts";
import { type XmlAttributes, xmlTag } from "./xml-text.ts";

interface Sums {
  readonly kinds: Record<CaseKind, number>;
  milliseconds: number;
  readonly first: string;
}

/**
 * JUnit's XML as CI systems read it: a suite for each variant, a case for each task and epoch. A suite begins with its sums,
 * so the items are read once for them and once for each variant: nothing but the sums is held.
 */
export async function* junitResults(source: ResultSource): AsyncGenerator<string> {
  const listed = new Set(source.batch.quarantined);
  const sums = await sumsByVariant(source, listed);
  const whole = [...sums.values()];
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `${xmlTag("testsuites", { name: source.batch.name, ...written(whole) }, false)}\n`;
  for (const [variant, sum] of sums) {
    const attributes = { name: variant, ...written([sum]), timestamp: sum.first.slice(0, 19) };
    yield `${xmlTag("testsuite", attributes, false)}\n${changes(source)}`;
    for await (const item of source.items())
      if (item.variant === variant)
        yield junitCase(batchResult(item, source.linkTo), source.batch.name, {
          linkTo: source.linkTo,
          isQuarantined: listed.has(item.taskId),
        });
    yield "</testsuite>\n";
  }
  yield "</testsuites>\n";
}

async function sumsByVariant(
  source: ResultSource,
  listed: ReadonlySet<TaskId>,
): Promise<ReadonlyMap<VariantName, Sums>> {
  const sums = new Map<VariantName, Sums>();
  for await (const item of source.items()) {
    const result = batchResult(item);
    const sum = sums.get(item.variant) ?? newSums(result);
    sums.set(item.variant, sum);
    sum.kinds[caseKind(result, listed.has(item.taskId))] += 1;
    sum.milliseconds += caseSeconds(result) * 1000;
  }
  return sums;
}

const newSums = ({ startedAt = "" }: BatchResult): Sums => ({
  kinds: { passed: 0, failure: 0, error: 0, skipped: 0 },
  milliseconds: 0,
  first: startedAt,
});

function written(sums: readonly Sums[]): XmlAttributes {
  const count = (...kinds: readonly CaseKind[]): number =>
    sums.reduce((total, sum) => total + kinds.reduce((part, kind) => part + sum.kinds[kind], 0), 0);
  return {
    tests: count("passed", "failure", "error", "skipped"),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: Math.round(sums.reduce((total, { milliseconds }) => total + milliseconds, 0)) / 1000,
  };
}

/** Who changed how the batch was run, and why: part of what its figures mean. */
function changes({ batch }: ResultSource): string {
  if (batch.changes.length === 0) return "";
  const lines = batch.changes.map(({ at, by, reason, change }) =>
    xmlTag("property", { name: `changed ${at}`, value: `${change} (${by}: ${reason})` }, true),
  );
  return `<properties>\n${lines.join("\n")}\n</properties>\n`;
}

import type { ManifestEntry } from "#shared/contracts/batch/batch-manifest.ts";
import type { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import type { RoundEntry, RoundKind } from "#shared/contracts/workflow/batch-run.ts";

/** A line as its part's index has it, and which part that is. */
export type IndexedLine = ManifestEntry & { readonly part: number };

/**
 * How an item stands for a round. `open`: it may be run, also because a job of it was left behind. `alone`: it may be, when nothing
 * else runs. `succeeded` and `over` are not run again.
 */
export type ItemState = "open" | "alone" | "succeeded" | "over";

export interface RoundFacts {
  readonly lines: Iterable<IndexedLine>;
  /** Of each line that was ever taken; another one is `open`. */
  readonly standing: (itemKey: BatchItemKey) => ItemState | undefined;
  readonly pausedVariants: readonly string[];
  /** Whether the repetition is to be left for a later round, or for good. */
  readonly heldBack: (line: IndexedLine) => boolean;
  /** Of a task with a variant; undefined: it was never run. */
  readonly expectedMilliseconds: (line: IndexedLine) => number | undefined;
}

export interface RoundPlan {
  readonly kind: Exclude<RoundKind, "epochs">;
  readonly entries: readonly RoundEntry[];
  /** Lines that are left and cannot be run now: what they wait for is paused, held back, or waits itself. */
  readonly waiting: number;
}

interface Candidate {
  readonly line: IndexedLine;
  /** How many must run before it, one after the other. */
  readonly depth: number;
  /** Of RoundEntry. */
  readonly prerequisite?: BatchItemKey | null;
}

/** What is left of a batch, in the order in which it should begin: what others wait for first, then the longest. */
export function planRound(facts: RoundFacts): RoundPlan {
  const left = leftLines(facts);
  const isAlone = ({ itemKey }: IndexedLine): boolean => facts.standing(itemKey) === "alone";
  const whole = runnableOf(left, (line) => !isAlone(line), facts);
  const candidates = whole.length > 0 ? whole : runnableOf(left, isAlone, facts);
  const entries = orderedEntries(candidates, facts);
  return { kind: whole.length > 0 ? "whole" : "alone", entries, waiting: left.length - entries.length };
}

/** Of two lines that are one item the first counts. */
function leftLines({ lines, standing }: RoundFacts): readonly IndexedLine[] {
  const seen = new Set<BatchItemKey>();
  const left: IndexedLine[] = [];
  for (const line of lines) {
    if (seen.has(line.itemKey)) continue;
    seen.add(line.itemKey);
    const now = standing(line.itemKey) ?? "open";
    if (now === "open" || now === "alone") left.push(line);
  }
  return left;
}

/** The fields by which one line is the prerequisite of another. */
export const placeOf = ({
  taskId,
  variant,
  epoch,
}: Pick<IndexedLine, "taskId" | "variant" | "epoch">): string => `${taskId} ${variant} ${epoch}`;

/** Those of the round whose variant is not paused, that are not held back, and whose prerequisite is over or runs before them. */
function runnableOf(
  left: readonly IndexedLine[],
  inRound: (line: IndexedLine) => boolean,
  facts: RoundFacts,
): readonly Candidate[] {
  const paused = new Set(facts.pausedVariants);
  const byPlace = new Map(left.map((line) => [placeOf(line), line]));
  const keys = prerequisiteKeys(facts, left);
  const before = (line: IndexedLine): IndexedLine | undefined =>
    line.prerequisite === undefined ? undefined : byPlace.get(prerequisitePlace(line, line.prerequisite));
  const made = new Map<IndexedLine, Candidate | null>();
  const make = (line: IndexedLine): Candidate | null => {
    if (!inRound(line) || paused.has(line.variant) || facts.heldBack(line)) return null;
    if (line.prerequisite === undefined) return { line, depth: 0 };
    const first = before(line);
    const prerequisite = keys.get(prerequisitePlace(line, line.prerequisite)) ?? null;
    if (first === undefined) return { line, depth: 0, prerequisite };
    const ready = made.get(first);
    // Missing: they wait for each other in a circle, which is reported when one of them is taken.
    if (ready === undefined) return { line, depth: 0, prerequisite: null };
    return ready === null ? null : { line, depth: ready.depth + 1, prerequisite };
  };
  return left.flatMap((line) => {
    for (const one of chainTo(line, before, made)) made.set(one, make(one));
    return made.get(line) ?? [];
  });
}

/** The lines that must run one after the other up to this one, as far as they are not made yet. */
function chainTo(
  line: IndexedLine,
  before: (line: IndexedLine) => IndexedLine | undefined,
  made: ReadonlyMap<IndexedLine, unknown>,
): readonly IndexedLine[] {
  const chain = new Set<IndexedLine>();
  for (
    let at: IndexedLine | undefined = line;
    at !== undefined && !made.has(at) && !chain.has(at);
    at = before(at)
  )
    chain.add(at);
  return [...chain].toReversed();
}

const prerequisitePlace = (line: IndexedLine, prerequisite: IndexedLine["taskId"]): string =>
  placeOf({ ...line, taskId: prerequisite });

/** Keys of the items that others of these lines wait for, also of those that are over. */
function prerequisiteKeys(
  { lines }: RoundFacts,
  left: readonly IndexedLine[],
): ReadonlyMap<string, BatchItemKey> {
  const asked = new Set(
    left.flatMap((line) =>
      line.prerequisite === undefined ? [] : [prerequisitePlace(line, line.prerequisite)],
    ),
  );
  if (asked.size === 0) return new Map();
  const keys = new Map<string, BatchItemKey>();
  for (const line of lines) {
    const place = placeOf(line);
    if (asked.has(place) && !keys.has(place)) keys.set(place, line.itemKey);
  }
  return keys;
}

/** A task that was never run is taken for one of the usual length. */
function orderedEntries(candidates: readonly Candidate[], facts: RoundFacts): readonly RoundEntry[] {
  const known = candidates.flatMap(({ line }) => facts.expectedMilliseconds(line) ?? []);
  const usual = known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length;
  return candidates
    .map((candidate) => ({
      ...candidate,
      expected: facts.expectedMilliseconds(candidate.line) ?? usual,
    }))
    .toSorted((a, b) => a.depth - b.depth || b.expected - a.expected || a.line.line - b.line.line)
    .map(({ line, prerequisite }) => ({
      itemKey: line.itemKey,
      line: line.line,
      part: line.part,
      from: line.from,
      to: line.to,
      ...(prerequisite === undefined ? {} : { prerequisite }),
    }));
}

import type { Evidence, EvidenceOf } from "../../contracts/judging/evidence.ts";
import { found, inconclusive, nothingThere, type ValidatorFinding } from "./finding.ts";
import { matchingRows, type NamedRow, type Where } from "./match-cells.ts";

export interface RowExpectation {
  readonly where: Where;
  readonly exists: boolean;
  readonly count?: number | undefined;
}

type Rows = EvidenceOf<"rows">;

/** Whether the table holds the rows that were expected. */
export function matchRows(expected: RowExpectation, evidence: Evidence): ValidatorFinding | null {
  const { exists, count } = expected;
  if (evidence.kind === "noRows") return nothingThere(!exists && count === undefined, evidence.why);
  if (evidence.kind !== "rows") return null;
  const counted = countRows(expected.where, evidence);
  if (typeof counted === "string") return inconclusive(counted);
  const { matching, example } = counted;
  const passed = count === undefined ? matching > 0 === exists : matching === count;
  const which = matching > 0 ? "a match" : "the nearest";
  const shown = example === null ? "" : `; ${which}: ${JSON.stringify(example)}`;
  return found(passed, `${matching} of ${evidence.all} rows match${shown}`);
}

interface Counted {
  readonly matching: number;
  /** A row that matches, or else the nearest. */
  readonly example: NamedRow | null;
}

/** As the database itself counted for this condition, else among the rows that were kept. */
export function countRows(where: Where, evidence: Rows): Counted | string {
  if (sameWhere(where, evidence.asked.where)) return evidence.asked;
  const counted = matchingRows(evidence, where);
  if (counted === null) return `the columns ${Object.keys(where).join(", ")} were not read`;
  if (evidence.whole) return counted;
  return `of ${evidence.all} rows only ${evidence.rows.length} were stored`;
}

function sameWhere(left: Where, right: Where): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

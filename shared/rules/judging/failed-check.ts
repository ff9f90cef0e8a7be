import type { Evidence, TableCell } from "../../contracts/judging/evidence.ts";
import type { FailedCheck } from "../../contracts/judging/failed-check.ts";
import type { Validator, ValidatorOf } from "../../contracts/judging/validator.ts";
import { displayText } from "../../text/display-text.ts";
import type { StateChange } from "./compare-states.ts";
import { jsonIn } from "./match-answer.ts";
import { differingColumns, likeness, type NamedRow } from "./match-cells.ts";
import { isObject, sameJson } from "./match-json.ts";
import { countRows, type RowExpectation } from "./match-rows.ts";
import type { TextMatch } from "./match-text.ts";
import { sideEffect } from "./side-effect.ts";

type Told = Omit<FailedCheck, "kind">;
type Tell<Kind extends Validator["kind"]> = (
  validator: ValidatorOf<Kind>,
  evidence: Evidence,
  observed: string,
) => Told;

const longest = 200;
const quoted = (value: unknown): string => JSON.stringify(value);
interface Wanted {
  readonly equals?: unknown;
  readonly contains?: string | undefined;
}
const wanted = ({ equals, contains }: Wanted): string | undefined =>
  equals !== undefined
    ? quoted(equals)
    : contains !== undefined
      ? `text with ${quoted(contains)}`
      : undefined;

/** Expected and actual value of each kind; `observed`: the check's own text. */
const tells: { readonly [Kind in Validator["kind"]]: Tell<Kind> } = {
  setting: ({ namespace, key, equals }, _, observed) => ({
    place: `setting ${namespace}/${key}`,
    expected: equals ?? "absent",
    actual: observed,
  }),
  contentRow: (validator, evidence, observed) => ({
    place: `rows of ${validator.uri}`,
    ...tellRows(validator, evidence, observed),
  }),
  sqliteRow: (validator, evidence, observed) => ({
    place: `table ${validator.table} of ${validator.database}`,
    ...tellRows(validator, evidence, observed),
  }),
  file: (validator, evidence, observed) => {
    const text = validator.exists ? wanted(validator) : undefined;
    const isText = text !== undefined && evidence.kind === "file" && evidence.text !== null;
    return {
      place: `file ${validator.path}`,
      expected: text ?? (validator.exists ? "a file" : "no file"),
      actual: isText ? quoted(observed) : observed,
    };
  },
  foregroundApp: (validator, _, observed) => ({
    place: "app in front",
    expected: validator.package,
    actual: observed,
  }),
  uiText: (validator, evidence, observed) => ({
    place: "text on the screen",
    expected: wanted(validator) ?? "",
    actual: evidence.kind === "screen" ? nearestText(validator, evidence.texts ?? []) : observed,
  }),
  answer: tellAnswer,
  claim: ({ status }, evidence, observed) => ({
    place: "the agent's claim",
    expected: status,
    actual: evidence.kind === "agent" ? (evidence.status ?? "no claim") : observed,
  }),
  external: ({ name }, _, observed) => ({
    place: `external check ${name}`,
    expected: "passed",
    actual: observed || "failed",
  }),
};

function tellRows(
  { where, exists, count }: RowExpectation,
  evidence: Evidence,
  observed: string,
): Omit<Told, "place"> {
  const found = evidence.kind === "rows" ? countRows(where, evidence) : observed;
  const rows = count === undefined ? (exists ? "a row" : "no row") : rowsText(count);
  const names = Object.keys(where);
  const expected = names.length === 0 ? rows : `${rows} with ${cells(where, names)}`;
  if (typeof found === "string" || evidence.kind !== "rows") return { expected, actual: observed };
  const { matching, example } = found;
  if (matching > 0 || example === null) return { expected, actual: rowsText(matching) };
  const differing = cells(example, differingColumns(example, where, evidence.columns));
  return {
    expected,
    actual: `${differing} in the ${evidence.all === 1 ? "only row" : `nearest of ${evidence.all} rows`}`,
  };
}

const rowsText = (count: number): string => `${count} ${count === 1 ? "row" : "rows"}`;
const cellText = (cell: TableCell): string => (cell === null ? "NULL" : String(cell) || quoted(""));
const cells = (row: NamedRow, names: readonly string[]): string =>
  names.map((name) => `${name}=${cellText(row[name] ?? null)}`).join(", ");

function nearestText({ equals, contains }: TextMatch, texts: readonly string[]): string {
  const [first] = texts;
  if (first === undefined) return "no text";
  const text = equals ?? contains ?? "";
  const nearest = texts.reduce(
    (best, one) => (likeness(one, text) > likeness(best, text) ? one : best),
    first,
  );
  return `${quoted(nearest)} as the nearest of ${texts.length} ${texts.length === 1 ? "text" : "texts"}`;
}

/** Of fields those alone that are not as expected. */
function tellAnswer(validator: ValidatorOf<"answer">, evidence: Evidence, observed: string): Told {
  const { fields } = validator;
  const answer = evidence.kind === "agent" ? evidence.answer : null;
  if (fields === undefined)
    return {
      place: "answer",
      expected: wanted(validator) ?? "",
      actual: answer === null ? "no answer" : quoted(answer),
    };
  const read = jsonIn(answer ?? "");
  const wrong = Object.entries(fields).flatMap(([name, expected]) => {
    if (!isObject(read)) return [];
    if (!Object.hasOwn(read, name)) return [`${name} absent`];
    return sameJson(read[name], expected, validator) ? [] : [`${name}=${quoted(read[name])}`];
  });
  const expected = Object.entries(fields).map(([name, value]) => `${name}=${quoted(value)}`);
  return {
    place: "answer",
    expected: expected.join(", "),
    actual: wrong.join(", ") || (answer === null ? "no answer" : observed),
  };
}

const bounded = (kind: FailedCheck["kind"], { place, expected, actual }: Told): FailedCheck => ({
  kind,
  place: displayText(place, longest),
  expected: displayText(expected, longest) || quoted(""),
  actual: displayText(actual, longest) || quoted(""),
});

/** A failed check, from its evidence and its own text; both without secrets. */
export const failedCheck = (validator: Validator, evidence: Evidence, observed: string): FailedCheck =>
  // The key and the parameter carry the same kind, which TypeScript cannot follow through the union.
  bounded(validator.kind, (tells[validator.kind] as Tell<Validator["kind"]>)(validator, evidence, observed));

/** A change that the job forbids. Rows of one table are one place. */
export function forbiddenChange(change: StateChange): FailedCheck {
  const { kind, where, text } = sideEffect(change);
  return bounded("change", {
    place: kind === "row" ? where.replace(/#[^#]*$/, "") : where,
    expected: "unchanged",
    actual: text,
  });
}

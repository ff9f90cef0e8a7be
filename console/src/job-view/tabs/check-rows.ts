import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Validator } from "#shared/contracts/judging/validator.ts";

type Verdict = "passed" | "failed" | "inconclusive" | "pending";

/** A check of the job: what it looks at, what should be there, and what was. */
export interface CheckRow {
  readonly verdict: Verdict;
  readonly what: string;
  readonly expected: string;
  /** Absent: it was not looked yet. */
  readonly found?: string;
  /** It was so before the agent began. */
  readonly already: boolean;
}

const columnsOf = (where: Readonly<Record<string, unknown>>): string =>
  Object.entries(where)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(", ");

const rowsOf = ({ exists, count }: { exists: boolean; count?: number | undefined }): string =>
  count === undefined ? (exists ? "" : "no row with ") : `${count} rows with `;

function textOf({ equals, contains }: { equals?: unknown; contains?: string | undefined }): string {
  if (equals !== undefined) return `is ${JSON.stringify(equals)}`;
  return contains === undefined ? "" : `contains ${JSON.stringify(contains)}`;
}

/** What it looks at, and what it wants to see there. */
function wordsOf(validator: Validator): readonly [what: string, expected: string] {
  switch (validator.kind) {
    case "setting": {
      const { namespace, key, equals } = validator;
      return [`setting ${namespace}/${key}`, equals === null ? "absent" : `= ${equals}`];
    }
    case "contentRow":
      return [`rows of ${validator.uri}`, `${rowsOf(validator)}${columnsOf(validator.where)}`];
    case "sqliteRow":
      return [
        `table ${validator.table} of ${validator.database}`,
        `${rowsOf(validator)}${columnsOf(validator.where)}`,
      ];
    case "file":
      return [`file ${validator.path}`, validator.exists ? textOf(validator) || "exists" : "does not exist"];
    case "foregroundApp":
      return ["app in front", validator.package];
    case "uiText":
      return ["text on the screen", textOf(validator)];
    case "answer": {
      const { fields } = validator;
      return ["the answer", fields === undefined ? textOf(validator) : columnsOf(fields)];
    }
    case "claim":
      return ["the agent's claim", validator.status === "success" ? "done" : "not possible"];
    case "external":
      return [`your check ${validator.name}`, "passed"];
  }
}

/** Every check that the job has, in its order; one that was not judged yet is pending. */
export function checkRows({ validators, judgement, baseline }: PublicJob): readonly CheckRow[] {
  const judged = judgement ?? [];
  const all = judged.length > 0 ? judged.map(({ validator }) => validator) : validators;
  return all.map((validator, index) => {
    const [what, expected] = wordsOf(validator);
    const result = judged[index];
    return {
      verdict: result?.verdict ?? "pending",
      what,
      expected: result?.mismatch?.expected ?? expected,
      ...(result === undefined ? {} : { found: result.mismatch?.actual ?? (result.observed || "nothing") }),
      already: baseline?.results[index]?.verdict === "passed",
    };
  });
}

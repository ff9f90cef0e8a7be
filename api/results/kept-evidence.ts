import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Evidence } from "#shared/contracts/judging/evidence.ts";
import type { KeptJudgement } from "#shared/contracts/judging/judging.ts";
import type { Validator } from "#shared/contracts/judging/validator.ts";
import { matchEvidence } from "#shared/rules/judging/match-evidence.ts";

type Kept = Pick<KeptJudgement, "read" | "after">;

/** What of all that was kept answers the check; unreadable with the reason when nothing does. */
export function keptEvidence(validator: Validator, kept: Kept, claim: AgentClaim | undefined): Evidence {
  const read = kept.read.filter(({ validator: asked }) => isSameQuestion(validator, asked));
  const same = read.filter(({ validator: asked }) => sameWhere(validator, asked));
  // A missing column proves nothing about other columns.
  const others = read.filter((one) => !same.includes(one) && one.evidence.kind !== "noRows");
  const candidates = [
    ...[...same, ...others].map(({ evidence }) => evidence),
    fromState(validator, kept.after),
    fromAgent(validator, claim),
  ].filter((evidence) => evidence !== null);
  const answers = (evidence: Evidence): boolean =>
    matchEvidence(validator, evidence).verdict !== "inconclusive";
  return candidates.find(answers) ?? candidates[0] ?? nothingKept(validator);
}

const nothingKept = ({ kind }: Validator): Evidence => ({
  kind: "unreadable",
  why: `no evidence for this ${kind} was read when the job was judged`,
});

/** The same thing was looked at, whatever was expected of it. */
function isSameQuestion(validator: Validator, asked: Validator): boolean {
  if (validator.kind === "setting")
    return asked.kind === "setting" && asked.namespace === validator.namespace && asked.key === validator.key;
  if (validator.kind === "contentRow") return asked.kind === "contentRow" && asked.uri === validator.uri;
  if (validator.kind === "sqliteRow")
    return (
      asked.kind === "sqliteRow" && asked.database === validator.database && asked.table === validator.table
    );
  if (validator.kind === "external") return asked.kind === "external" && asked.name === validator.name;
  if (validator.kind === "file") return asked.kind === "file" && asked.path === validator.path;
  return asked.kind === validator.kind;
}

const whereOf = (validator: Validator): string =>
  "where" in validator ? JSON.stringify(Object.entries(validator.where).sort()) : "";
const sameWhere = (one: Validator, other: Validator): boolean => whereOf(one) === whereOf(other);

function fromAgent({ kind }: Validator, claim: AgentClaim | undefined): Evidence | null {
  if (kind !== "answer" && kind !== "claim") return null;
  return { kind: "agent", status: claim?.status ?? null, answer: claim?.answer ?? null };
}

/** The whole device was read to compare it. */
function fromState(validator: Validator, after: KeptJudgement["after"]): Evidence | null {
  if (after === null) return null;
  if (validator.kind === "setting") {
    const { namespace, key } = validator;
    return { kind: "setting", namespace, key, value: after.settings[namespace][key] ?? null };
  }
  if (validator.kind === "file") return fromFiles(validator.path, after);
  if (validator.kind !== "contentRow") return null;
  const { uri, where } = validator;
  const table = after.tables.find(({ source }) => source === uri);
  if (table === undefined) return null;
  const rows = Object.values(table.rows);
  const columns = table.columns.map((name) => ({ name, affinity: "printed" as const }));
  // The provider did not evaluate this: its rows are compared as printed.
  const asked = { where: { ...where, "": "" }, matching: 0, example: null };
  return { kind: "rows", source: uri, table: null, columns, all: rows.length, asked, rows, whole: true };
}

/** Only whether it was there: no file is read but for a check. */
function fromFiles(path: string, after: NonNullable<KeptJudgement["after"]>): Evidence | null {
  const isRead = path.startsWith("/sdcard/") && !after.unread.some(({ where }) => path.startsWith(where));
  if (!isRead || path.split("/").length > 9) return null;
  const stat = after.files[path];
  const bytes = stat === undefined ? null : Number(stat.split(" ")[0]);
  return { kind: "file", path, bytes, text: null, whole: false };
}

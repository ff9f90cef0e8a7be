import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { readCheckForm } from "#shared/rules/check-forms.ts";

/** A check as it is typed: its words stand after its kind as on the command line. */
export interface CheckDraft {
  readonly id: string;
  readonly kind: "setting" | "ui" | "app" | "row" | "sqlite" | "file" | "answer" | "external";
  readonly words: string;
}

/** What the form holds, as it is typed. */
export interface JobDraft {
  readonly task: string;
  readonly checks: readonly CheckDraft[];
  /** Who chooses the steps: Drover's own agent, a program by its name, or a person in this console. */
  readonly agent: "builtin" | "external" | "human";
  readonly agentName: string;
  readonly deviceId: string;
  readonly model: string;
  readonly maxSteps: string;
  readonly maxCostUsd: string;
  readonly tags: string;
  readonly debug: boolean;
}

export const emptyDraft: JobDraft = {
  task: "",
  checks: [],
  agent: "builtin",
  agentName: "",
  deviceId: "",
  model: "",
  maxSteps: "",
  maxCostUsd: "",
  tags: "",
  debug: false,
};

type Body = DroverApi["submitJob"]["body"];

interface ReadDraft {
  /** Undefined: there is no task, or a check that means nothing. The API has the last word on all else. */
  readonly body: Body | undefined;
  /** By the check's place. */
  readonly problems: ReadonlyMap<number, string>;
}

const wordsOf = ({ kind, words }: CheckDraft): string => `${kind}:${words}`;
const tagsOf = ({ tags }: JobDraft): readonly string[] => tags.split(/[\s,]+/).filter((tag) => tag !== "");

function agentOf({ agent, agentName }: JobDraft): Pick<Body, "agent"> {
  if (agent === "builtin") return {};
  return { agent: agent === "human" ? { kind: agent } : { kind: agent, name: agentName.trim() } } as Pick<
    Body,
    "agent"
  >;
}

/** What the API is asked for by a draft. A check without words yet is none. */
export function requestOf(draft: JobDraft): ReadDraft {
  const read = draft.checks.map((check) =>
    check.words.trim() === "" ? null : readCheckForm(wordsOf(check)),
  );
  const problems = new Map(
    read.flatMap((form, at) => (form === null || form.ok ? [] : [[at, form.why] as const])),
  );
  if (draft.task.trim() === "" || problems.size > 0) return { body: undefined, problems };
  const { maxSteps, maxCostUsd, deviceId, model, debug } = draft;
  const tags = tagsOf(draft);
  const limits = {
    ...(maxSteps === "" ? {} : { maxSteps: Number(maxSteps) }),
    ...(maxCostUsd === "" ? {} : { maxCostUsd: Number(maxCostUsd) }),
  };
  const validators = read.flatMap((form) => (form?.ok ? [form.value] : []));
  const body = {
    task: draft.task.trim(),
    ...(validators.length === 0 ? {} : { validators }),
    ...(deviceId === "" ? {} : { requirements: { deviceId } }),
    ...agentOf(draft),
    ...(draft.agent !== "builtin" || model.trim() === ""
      ? {}
      : { models: { agent: { model: model.trim() } } }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(debug ? { debug } : {}),
  };
  return { body: body as Body, problems };
}

const quoted = (text: string): string =>
  /^[\w.:@/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function agentFlag({ agent, agentName }: JobDraft): string {
  if (agent === "builtin") return "";
  return `--agent ${agent === "human" ? agent : quoted(`external:${agentName.trim()}`)}`;
}

/** The same on the command line, as far as its words go: tags are for the API and for tasks files. */
export function commandOf(draft: JobDraft): string {
  const checks = draft.checks.filter(({ words }) => words.trim() !== "");
  return [
    `npx drover run ${quoted(draft.task.trim())}`,
    ...checks.map((check) => `--check ${quoted(wordsOf(check))}`),
    draft.deviceId === "" ? "" : `--device ${draft.deviceId}`,
    agentFlag(draft),
    draft.agent !== "builtin" || draft.model.trim() === "" ? "" : `--model ${quoted(draft.model.trim())}`,
    draft.maxSteps === "" ? "" : `--max-steps ${draft.maxSteps}`,
    draft.maxCostUsd === "" ? "" : `--max-cost ${draft.maxCostUsd}`,
    draft.debug ? "--debug" : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { readCheckForm } from "#shared/rules/check-forms.ts";
import { jobOptions, optionsIn, requestOf } from "#shared/rules/job-options.ts";

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
  readonly tags: string;
  /** What the other options were given, by the path of their field. */
  readonly options: Readonly<Record<string, string | boolean>>;
}

export const emptyDraft: JobDraft = {
  task: "",
  checks: [],
  agent: "builtin",
  agentName: "",
  deviceId: "",
  tags: "",
  options: {},
};

type FormOption = ReturnType<typeof optionsIn>[number];

/** The options that a field of the form asks for. Which model is asked says nothing to an agent of another's. */
export const formOptions = ({ agent }: JobDraft): readonly FormOption[] =>
  optionsIn(jobOptions).filter(
    ({ path, form }) => form !== undefined && (agent === "builtin" || !path.startsWith("models.")),
  );

const isNumber = ({ flag }: FormOption): boolean => /<(n|usd)>$/.test(flag);

/** How the field of an option is shown. */
export const fieldType = (option: FormOption): "checkbox" | "number" | "text" =>
  option.flag.includes("<") ? (isNumber(option) ? "number" : "text") : "checkbox";

/** The options that were given something. */
const givenOptions = (draft: JobDraft) =>
  formOptions(draft).flatMap((option) => {
    const value = draft.options[option.path] ?? "";
    const given = typeof value === "string" ? value.trim() : value;
    return given === "" || given === false ? [] : [{ option, given }];
  });

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
export function bodyOf(draft: JobDraft): ReadDraft {
  const read = draft.checks.map((check) =>
    check.words.trim() === "" ? null : readCheckForm(wordsOf(check)),
  );
  const problems = new Map(
    read.flatMap((form, at) => (form === null || form.ok ? [] : [[at, form.why] as const])),
  );
  if (draft.task.trim() === "" || problems.size > 0) return { body: undefined, problems };
  const { deviceId } = draft;
  const tags = tagsOf(draft);
  const validators = read.flatMap((form) => (form?.ok ? [form.value] : []));
  const body = {
    task: draft.task.trim(),
    ...(validators.length === 0 ? {} : { validators }),
    ...(deviceId === "" ? {} : { requirements: { deviceId } }),
    ...agentOf(draft),
    ...requestOf(
      givenOptions(draft).map(({ option, given }) => [option.path, isNumber(option) ? Number(given) : given]),
    ),
    ...(tags.length === 0 ? {} : { tags }),
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
    `drover run ${quoted(draft.task.trim())}`,
    ...checks.map((check) => `--check ${quoted(wordsOf(check))}`),
    draft.deviceId === "" ? "" : `--device ${draft.deviceId}`,
    agentFlag(draft),
    ...givenOptions(draft).map(({ option, given }) =>
      given === true ? option.flag : option.flag.replace(/<.*/, quoted(String(given))),
    ),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

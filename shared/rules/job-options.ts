import type { JobRequest } from "../contracts/job/job-request.ts";

/**
 * An option of the command line: its heading in the help, the flag, what it does. With a label the console's form asks for it
 * too, and shows what is usual.
 */
type OptionRow = readonly [
  group: string,
  flag: string,
  help: string,
  form?: { readonly label: string; readonly usual?: string },
];
export type Row = OptionRow | string;

/** By field; the fields within a field by their path below it, "" for the field itself. A text gives the reason for a missing flag. */
export type OptionRows = Readonly<Record<string, Row | Readonly<Record<string, Row>>>>;
export type RowsOf<Fields> = { readonly [Field in keyof Required<Fields>]: Row };
type Parted = "limits" | "requirements" | "perception" | "questions";
export type JobOptionRows = {
  readonly [Field in keyof Required<JobRequest>]: Field extends Parted
    ? RowsOf<NonNullable<JobRequest[Field]>>
    : Row | Readonly<Record<string, OptionRow>>;
};

/** The headings of `drover run --help`, in their order. */
export const jobOptionGroups = {
  task: "Task:",
  agent: "Agent:",
  model: "Model:",
  device: "Device and limits:",
  output: "Output:",
} as const;
const { task, agent, model, device, output } = jobOptionGroups;

/** An agent in one word, as the command line and a tasks file may have it. */
export const agentForms = "builtin, human, human:<name>, external:<name> or url:<https address>";
const noFlag = "is set in the API, in tasks files and by a batch";

/** How `drover run` and the console's form ask for each field of a job's request. A field without a row does not compile. */
export const jobOptions = {
  task: "is the command's argument",
  background: [task, "--background <text>", "additional information for the agent"],
  systemPrompt: [task, "--system-prompt <text>", "instructions for the agent, in addition to Drover's own"],
  validators: [task, "--check <check>", "judge the device's state afterwards; repeatable"],
  allowAlreadySatisfied: [task, "--again", "run even when all checks already pass"],
  answerSchema: [task, "--answer-schema <json>", "a JSON Schema for the agent's answer"],
  changes: [
    task,
    "--changes <json>",
    'what the job may change besides, such as {"forbid":"any","allow":["setting:system/volume_*"]}',
  ],
  workflow: {
    "": [task, "--workflow", "let a model split the task into parts and run them in order"],
    subtasks: [
      task,
      "--part <text>",
      'one of the parts, in order; or as JSON, such as {"text":"…","limits":{"maxSteps":8},"attempts":2}',
    ],
    split: [
      task,
      "--split <app: task>",
      'given twice: two tasks at once in two apps side by side, such as "com.android.settings: Turn on Bluetooth"',
    ],
  },
  roles: [
    task,
    "--roles <file>",
    "run the task on several devices: a YAML or JSON file of roles (docs/multi-device.md)",
  ],
  source: "is set by --script and 'drover rerun'",
  recovery: "is set by 'drover recover'",
  agent: [agent, "--agent <agent>", `who chooses the actions: ${agentForms}`],
  consensus: [agent, "--consensus <rule>", "which agent decides where agents of the farm's chain disagree"],
  policy: [
    agent,
    "--policy <json>",
    'what the job may do, as JSON, such as {"packages":{"allow":["com.android.settings"]}}',
  ],
  supervision: [
    agent,
    "--supervision <json>",
    'who helps the agent, as JSON, such as {"planning":"off","completion":false}',
  ],
  tools: [agent, "--tool <rule>", "allow this tool of an MCP server in drover.config.ts; repeatable"],
  questions: {
    timeoutMinutes: [agent, "--ask <minutes>", "let the agent ask you, and wait this long for each answer"],
    device: [agent, "--ask-device <how>", "keep or release the device while a question is open"],
    defaultAnswer: [agent, "--default-answer <text>", "used when nobody answers in time"],
  },
  user: [
    agent,
    "--user <json>",
    'who answers in your place, as JSON, such as {"knows":{"alarm time":"7:45"}}',
  ],
  models: {
    "": [
      model,
      "--models <json>",
      'settings of roles as JSON, such as {"verifier":{"model":"claude-haiku-5-5"}}',
    ],
    "agent.provider": [model, "--provider <name>", "the agent's model service"],
    "agent.model": [
      model,
      "--model <id>",
      "the agent's model",
      { label: "Model", usual: "the farm's default" },
    ],
    "agent.effort": [model, "--effort <name>", "the reasoning effort of the agent's model"],
    "agent.dialect": [model, "--dialect <name>", "the format of the model's replies"],
    "agent.fallback.model": [
      model,
      "--fallback-model <id>",
      "used when the agent's model is overloaded or declines",
    ],
    "planner.model": [model, "--planner-model <id>", "the planner's model"],
  },
  perception: {
    tree: [model, "--tree <when>", "when to show the model the elements"],
    picture: [model, "--picture <when>", "when to show the model a picture"],
    ocr: [model, "--ocr <when>", "when to read text from the picture"],
    marks: [model, "--marks", "draw the elements' ids on the model's picture"],
    metadata: noFlag,
  },
  requirements: {
    pool: [device, "--pool <name>", "the pool of devices to run on"],
    deviceId: [device, "--device <id>", "this device only; waits until it is free"],
    minApiLevel: noFlag,
    network: noFlag,
  },
  device: [
    device,
    "--as-it-is",
    "with --device: use a device that you quarantined, without cleaning it before or after",
  ],
  data: [device, "--data <file>", "data to put on the device first, as JSON (docs/job-data.md)"],
  prepare: "is set by --app, which uploads the files first",
  limits: {
    maxSteps: [device, "--max-steps <n>", "most turns", { label: "Most steps", usual: "50" }],
    timeoutSeconds: [device, "--timeout <seconds>", "most seconds from the moment the job has a device"],
    totalSeconds: [device, "--total-time <seconds>", "most seconds from now on, including all waiting"],
    maxTokens: [device, "--max-tokens <n>", "most tokens of all model calls, input and output"],
    maxOutputTokens: [device, "--max-output-tokens <n>", "most output tokens of all model calls"],
    maxCostUsd: [
      device,
      "--max-cost <usd>",
      "most US dollars for model calls",
      { label: "Most dollars", usual: "no limit" },
    ],
    queueSeconds: noFlag,
    gatherSeconds: noFlag,
    waitSeconds: noFlag,
    holdDeviceSeconds: noFlag,
    stepTimeoutSeconds: noFlag,
  },
  record: [output, "--record", "record the screen: drover export <job> --as video"],
  snapshot: [output, "--snapshot <when>", "save snapshots for forks: after every step, or at errors"],
  debug: [
    output,
    "--debug",
    "store every model call and ADB command, redacted: drover show <job> --debug",
    { label: "Store every model call and ADB command" },
  ],
  tags: noFlag,
  priority: noFlag,
} as const satisfies JobOptionRows;

/** Every option that rows have, with the path of its field. */
export const optionsIn = (rows: OptionRows) =>
  Object.entries(rows).flatMap(([field, row]) =>
    Object.entries(isRow(row) ? { "": row } : row).flatMap(([below, one]) => {
      if (typeof one === "string") return [];
      const [group, flag, help, form] = one;
      return [{ path: below === "" ? field : `${field}.${below}`, group, flag, help, form }];
    }),
  );

const isRow = (row: OptionRows[string]): row is Row => typeof row === "string" || Array.isArray(row);

/** The request that has these values by their paths, a field before what is within it. */
export const requestOf = (values: Iterable<readonly [path: string, value: unknown]>) =>
  [...values].reduce<Fields>((request, [path, value]) => withField(request, path.split("."), value), {});

type Fields = Readonly<Record<string, unknown>>;

function withField(fields: unknown, [name = "", ...below]: readonly string[], value: unknown): Fields {
  const before = (fields ?? {}) as Fields;
  return { ...before, [name]: below.length === 0 ? value : withField(before[name], below, value) };
}

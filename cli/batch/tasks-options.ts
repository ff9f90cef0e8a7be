import { type Command, InvalidArgumentError } from "commander";
import type { TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import { VariantName } from "#shared/contracts/values/batch-ids.ts";
import { agentForms } from "#shared/rules/job-options.ts";
import { withoutSecrets } from "#shared/rules/secrets.ts";
import { agentWords, modelId } from "../options/job-values.ts";
import { each } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { type ExpandOptions, type Expansion, expandTasks } from "../tasks/expand-tasks.ts";
import type { TaskPart } from "../tasks/merge-parts.ts";
import { isWithin, type TaskProblem, valueAtPath } from "../tasks/task-problem.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { cut, plain, progress } from "../terminal/terminal.ts";
import { type FileProblem, loadTasksFile } from "./load-tasks-file.ts";

export interface TasksFlags {
  readonly repeat?: number;
  readonly model?: readonly string[];
  readonly agent?: readonly string[];
  readonly task?: readonly string[];
  readonly exclude?: readonly string[];
  readonly limit?: number;
  readonly seed?: number;
  readonly draws?: number;
  readonly solutions?: boolean;
}

function glob(value: string): string {
  if (value.trim() === "" || value.length > 300)
    throw new InvalidArgumentError("Give a task's id, or a glob such as 'alarm*'.");
  return value;
}

/** What of a tasks file is run, and with what. */
export const withTasksOptions = (command: Command): Command =>
  command
    .option("--repeat <n>", "run each task this many times, whatever the file says", wholeNumber(1, 1_000))
    .option("--model <id>", "use this model; repeat to compare several", each(modelId))
    .option("--agent <agent>", `use this agent (${agentForms}); repeat to compare several`, each(agentWords))
    .option("--task <glob>", "only tasks whose ids match; repeatable", each(glob))
    .option("--exclude <glob>", "skip these tasks; repeatable", each(glob))
    .option("--limit <n>", "only this many tasks, the first ones", wholeNumber(1, 100_000))
    .option("--seed <n>", "draw parameter values with this seed", wholeNumber(0, 4_294_967_295))
    .option("--draws <n>", "how often to draw for each task that draws its values", wholeNumber(1, 1_000))
    .option("--solutions", "run each task's solution instead of an agent, to audit the tasks");

export interface ReadTasks extends Expansion {
  readonly file: TasksFrame;
  readonly settings: TaskPart;
  /** What the farm says of lines, as problems of the file. */
  readonly inFile: (refused: readonly RefusedLine[]) => readonly string[];
}

/** A line that the farm refuses, from 1, and the path of the field in it. */
export interface RefusedLine {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

/** The jobs that a file makes. @throws CommandFailure that names every problem with its line and column */
export async function readTasksFile(
  name: string,
  flags: TasksFlags & { readonly audit?: boolean },
): Promise<ReadTasks> {
  const loaded = await loadTasksFile(name);
  if ("unreadable" in loaded) throw unusable(name, loaded.unreadable);
  const { model, agent, solutions, ...chosen } = flags;
  const options: ExpandOptions = {
    repeat: chosen.repeat,
    task: chosen.task,
    exclude: chosen.exclude,
    limit: chosen.limit,
    seed: chosen.seed,
    draws: chosen.draws,
    byAudit: chosen.audit,
    solutions: loaded.solutions,
    bySolution: solutions,
    agents: agent,
    variants: model?.map((id) => VariantName.parse(id)),
  };
  const made = expandTasks(loaded.file, options);
  const problems = allProblems(loaded.problems, made.problems);
  if (problems.length > 0) throw unusable(name, loaded.placed(problems));
  if (made.lines.length === 0) throw nothingLeft(name, flags);
  for (const id of made.needed) progress(plain(`${id} runs too: a chosen task needs it`));
  if (solutions && made.unsolved > 0) progress(`skipped, without a solution: ${counted(made.unsolved)}`);
  const inFile = (refused: readonly RefusedLine[]): readonly string[] => {
    const elsewhere = refused.filter(({ field }) => isElsewhere(field, loaded.settings));
    const here = refused.filter((problem) => !elsewhere.includes(problem));
    return [
      ...elsewhere.map(({ field, message }) => `${field}: ${message}`),
      ...loaded
        .placed(
          here.map(({ line, field, message }) => ({
            path: isOfLine(field) ? made.originOf(line - 1, fieldPath(field)) : fieldPath(field),
            at: "value",
            message,
            remedy: "",
          })),
        )
        .map(({ line, column, field, message }) => `${name}:${line}:${column}: ${field}: ${message}`),
    ];
  };
  return { ...made, file: loaded.file, settings: loaded.settings, inFile };
}

/** What was left out for its fault is missing in the lines, which needs no saying. */
const allProblems = (
  ofFile: readonly TaskProblem[],
  ofLines: readonly TaskProblem[],
): readonly TaskProblem[] => [
  ...ofFile,
  ...ofLines.filter(({ path }) => !ofFile.some((problem) => isWithin(path, problem.path))),
];

/** Not so what bounds all lines alike: the batch's settings, and the budgets of the farm's project. */
const isOfLine = (field: string): boolean => !/^(settings|budgets)\./.test(field);

const isElsewhere = (field: string, settings: TaskPart): boolean =>
  !isOfLine(field) && valueAtPath({ settings }, fieldPath(field)) === undefined;

const fieldPath = (field: string): readonly (string | number)[] =>
  field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const counted = (tasks: number): string => (tasks === 1 ? "1 task" : `${tasks} tasks`);

const shown = 100;

function unusable(file: string, problems: readonly FileProblem[]): CommandFailure {
  const lines = problems.slice(0, shown).map((problem) => `${file}:${problemText(problem)}`);
  const more = problems.length > shown ? [`and ${problems.length - shown} more`] : [];
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return new CommandFailure(
    exitCodes.usage,
    [`${count} in the tasks file; nothing was started`, ...lines, ...more].join("\n"),
    ["docs/batches.md describes tasks files; editors can check them with docs/tasks-file.schema.json."],
  );
}

export function problemText({ line, column, field, message, value, remedy }: FileProblem): string {
  const given = value === undefined ? "" : ` (got ${cut(withoutSecrets(textOf(value)), 80)})`;
  return `${line}:${column}: ${field}: ${message}${given}. ${remedy}`;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? String(value);

const nothingLeft = (file: string, { solutions }: TasksFlags): CommandFailure =>
  new CommandFailure(exitCodes.usage, `No task of ${file} matches the options.`, [
    solutions
      ? "With --solutions, every task and its prerequisites need a 'solution'."
      : "List the ids with 'drover batch check --json' and check --task, --exclude and --limit.",
  ]);

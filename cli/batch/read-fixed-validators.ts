import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { TaskId } from "#shared/contracts/values/batch-ids.ts";
import { parseCheck } from "../options/parse-check.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain } from "../terminal/terminal.ts";
import { readTasksFile } from "./tasks-options.ts";

/** The checks of a task; undefined: the file says none of it, and its own stand. */
export type FixedValidators = (taskId: string) => readonly Validator[] | undefined;

const Checks = z.array(z.union([z.string(), Validator])).max(20);
const ByTask = z.record(TaskId, Checks);

/**
 * Corrected checks: a list for every task, a list for each by its id, or the tasks file itself as it now is. A check is written as a
 * validator, or in the words of `drover run --check`.
 */
export async function readFixedValidators(file: string): Promise<FixedValidators> {
  const value = await readYaml(file);
  if (typeof value === "object" && value !== null && ("tasks" in value || "tests" in value))
    return fromTasksFile(file);
  if (Array.isArray(value)) {
    const validators = checksOf(file, Checks.safeParse(value));
    return () => validators.map(asValidator);
  }
  const byTask = new Map(Object.entries(checksOf(file, ByTask.safeParse(value))));
  return (taskId) => byTask.get(taskId)?.map(asValidator);
}

const asValidator = (check: string | Validator): Validator =>
  typeof check === "string" ? parseCheck(check) : check;

async function readYaml(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, "utf8"), { maxAliasCount: 100 });
  } catch (error) {
    throw unusable(file, because(error));
  }
}

function checksOf<Value>(file: string, parsed: z.ZodSafeParseResult<Value>): Value {
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw unusable(file, `${issue?.path.join(".") || "it"}: ${issue?.message ?? "has another form"}`);
}

const unusable = (file: string, why: string): CommandFailure =>
  new CommandFailure(exitCodes.usage, plain(`${file} contains no readable checks (${why}).`), [
    "Give a list of validators, a list for each task id, or the current tasks file.",
  ]);

async function fromTasksFile(file: string): Promise<FixedValidators> {
  const { lines } = await readTasksFile(file, {});
  const byTask = new Map(
    lines.map(({ taskId, request }) => [String(taskId), z.array(Validator).parse(request.validators ?? [])]),
  );
  return (taskId) => byTask.get(taskId);
}

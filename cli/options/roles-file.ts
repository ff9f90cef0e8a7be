import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { parseDocument } from "yaml";
import { type JobRequest, Roles } from "#shared/contracts/job/job-request.ts";
import { because } from "../terminal/because.ts";
import { readCheckWords } from "./check-words.ts";

/** An anchor that multiplies is not a file of roles. */
const maxAliasCount = 100;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `setting:global/wifi_on=0` beside validators in full. */
function validator(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const read = readCheckWords(value);
  if (read.ok) return read.validator;
  throw new InvalidArgumentError(`The check '${value}' cannot be read: ${read.why}.`);
}

const withChecks = (role: unknown): unknown =>
  isRecord(role) && Array.isArray(role.validators)
    ? { ...role, validators: role.validators.map(validator) }
    : role;

/** The roles of a YAML or JSON file: each by its name, its checks in words or in full. */
export function readRolesFile(path: string): NonNullable<JobRequest["roles"]> {
  let value: unknown;
  try {
    const document = parseDocument(readFileSync(path, "utf8"), { prettyErrors: false });
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read as YAML or JSON: ${because(error)}.`);
  }
  const named = isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([role, asked]) => [role, withChecks(asked)]))
    : value;
  const roles = Roles.safeParse(named);
  if (roles.success) return roles.data;
  const faults = roles.error.issues
    .slice(0, 5)
    .map(({ path: at, message }) => `${at.map(String).join(".") || "the file"}: ${message}`);
  throw new InvalidArgumentError(faults.join("; "));
}

import { isJsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";
import {
  anyValue,
  checkFields,
  decimal,
  type FieldRule,
  integer,
  oneOf,
  stateName,
  textValue,
} from "./field-rules.ts";

/** docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html and states-language.net#appendix-a */
const reservedErrorNames = new Set([
  "States.ALL",
  "States.BranchFailed",
  "States.DataLimitExceeded",
  "States.ExceedToleratedFailureThreshold",
  "States.HeartbeatTimeout",
  "States.Http.Socket",
  "States.IntrinsicFailure",
  "States.ItemReaderFailed",
  "States.NoChoiceMatched",
  "States.ParameterPathFailure",
  "States.Permissions",
  "States.QueryEvaluationError",
  "States.ResultPathMatchFailure",
  "States.ResultWriterFailed",
  "States.Runtime",
  "States.TaskFailed",
  "States.Timeout",
]);

const errorEquals: FieldRule = (value, location, findings) => {
  if (!Array.isArray(value)) return findings.schema("Expected value of type [ARRAY]", location);
  if (value.length === 0) return findings.schema("ErrorEquals should name at least one error", location);
  for (const [index, name] of value.entries()) {
    const at = `${location}[${index}]`;
    if (typeof name !== "string") findings.schema("Expected value of type [STRING]", at);
    else if (name === "") findings.schema("Value should not be empty", at);
    else if (name.startsWith("States.") && !reservedErrorNames.has(name)) {
      findings.schema(`'${name}' is not an error name: names that begin with 'States.' are reserved`, at);
    }
  }
  if (value.includes("States.ALL") && value.length > 1) {
    findings.schema("States.ALL must appear alone in ErrorEquals", location);
  }
};

const retrierFields = {
  Comment: textValue,
  ErrorEquals: errorEquals,
  IntervalSeconds: integer(1, 99_999_999),
  MaxAttempts: integer(0, 99_999_999),
  BackoffRate: decimal(1, Number.POSITIVE_INFINITY),
  MaxDelaySeconds: integer(1, 31_622_400),
  JitterStrategy: oneOf("FULL", "NONE"),
};

const catcherFields = {
  Comment: textValue,
  ErrorEquals: errorEquals,
  Next: stateName,
  Output: anyValue,
  Assign: anyValue,
};

function catchesAll(rule: JsonValue): boolean {
  return isJsonObject(rule) && Array.isArray(rule.ErrorEquals) && rule.ErrorEquals.includes("States.ALL");
}

function checkRules(
  rules: JsonValue,
  location: string,
  check: (rule: JsonValue, at: string) => void,
  findings: Findings,
): void {
  if (!Array.isArray(rules)) {
    findings.schema("Expected value of type [ARRAY]", location);
    return;
  }
  for (const [index, rule] of rules.entries()) {
    const at = `${location}[${index}]`;
    check(rule, at);
    if (catchesAll(rule) && index < rules.length - 1) {
      findings.schema("States.ALL must appear in the last item of the list", at);
    }
  }
}

/** `Retry` of a Task, Parallel or Map state. */
export function validateRetry(retry: JsonValue, location: string, findings: Findings): void {
  const check = (rule: JsonValue, at: string) => {
    if (!checkFields(rule, at, retrierFields, ["ErrorEquals"], findings)) return;
    const { MaxDelaySeconds: longest, IntervalSeconds: first = 1 } = rule;
    if (typeof longest === "number" && typeof first === "number" && longest <= first) {
      findings.schema("MaxDelaySeconds should be greater than IntervalSeconds", `${at}/MaxDelaySeconds`);
    }
  };
  checkRules(retry, location, check, findings);
}

/** `Catch` of a Task, Parallel or Map state. */
export function validateCatch(catchers: JsonValue, location: string, findings: Findings): void {
  const check = (rule: JsonValue, at: string) => {
    checkFields(rule, at, catcherFields, ["ErrorEquals", "Next"], findings);
  };
  checkRules(catchers, location, check, findings);
}

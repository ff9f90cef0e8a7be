import { parseDefinition } from "../../definition/parse-definition.ts";
import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { checkedEnum, optionalNumber, type Request, text } from "../request.ts";
import { machineType } from "./create-state-machine.ts";

const MOST_DIAGNOSTICS = 100;
const SEVERITIES: readonly string[] = ["ERROR", "WARNING"];

/** Every finding of this engine is an error, so `severity` chooses nothing. */
export const validateStateMachineDefinition = read((_engine, request) => {
  const definition = text(request, "definition");
  checkedEnum(request, "severity", SEVERITIES);
  const most = mostDiagnostics(request);
  const parsed = parseDefinition(definition, machineType(request));
  const found = parsed.ok ? [] : parsed.diagnostics;
  return {
    result: parsed.ok ? "OK" : "FAIL",
    diagnostics: found.slice(0, most),
    truncated: found.length > most,
  };
});

/** `maxResults`: 0 and absence mean 100, and more than that is not to be had. */
function mostDiagnostics(request: Request): number {
  const asked = optionalNumber(request, "maxResults") ?? 0;
  if (!Number.isInteger(asked) || asked < 0) {
    throw errors.validation("maxResults", asked, "Member must have value greater than or equal to 0");
  }
  if (asked > MOST_DIAGNOSTICS) {
    const constraint = `Member must have value less than or equal to ${MOST_DIAGNOSTICS}`;
    throw errors.validation("maxResults", asked, constraint);
  }
  return asked === 0 ? MOST_DIAGNOSTICS : asked;
}

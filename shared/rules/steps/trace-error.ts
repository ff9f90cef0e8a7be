import type { ErrorSnapshot } from "../../contracts/step/error-snapshot.ts";
import { plain } from "../../text/plain-text.ts";
import { dataLines } from "./data-lines.ts";

type Told = Pick<
  ErrorSnapshot,
  | "code"
  | "jobId"
  | "stepNumber"
  | "stateName"
  | "advice"
  | "message"
  | "deviceId"
  | "attemptedAction"
  | "log"
>;

/** What failed, where, what was tried and what to do about it. */
export function traceError(error: Told): readonly string[] {
  const { code, stepNumber, stateName, deviceId, advice, message, attemptedAction, log } = error;
  const where = [
    stepNumber > 0 ? `step ${stepNumber}` : "before the first step",
    `state ${plain(stateName)}`,
    ...(deviceId === undefined ? [] : [`device ${plain(deviceId)}`]),
  ];
  return [
    `${plain(code)} in ${where.join(", ")}:`,
    ...dataLines(message, "  "),
    ...(attemptedAction === undefined ? [] : ["  tried:", ...dataLines(attemptedAction, "  ")]),
    ...(log === undefined ? [] : ["  the device's log:", ...dataLines(log, "  ")]),
    ...advice.map((line) => `  what to do: ${plain(line)}`),
  ];
}

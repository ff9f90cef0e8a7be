import { redactFields } from "#shared/rules/redact.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The daemon's log. It never contains task tokens or typed text. */
export interface HostLogger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** One JSON object per line. */
export function jsonLineLogger(level: LogLevel, write: (line: string) => void, now: () => Date): HostLogger {
  const log =
    (at: LogLevel) =>
    (message: string, fields: Fields = {}) => {
      if (logLevels.indexOf(at) < logLevels.indexOf(level)) return;
      write(
        `${JSON.stringify({ time: now().toISOString(), level: at, message, ...redactFields(fields) })}\n`,
      );
    };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

/** The same logger with one more field on every line. */
export function loggerWith(logger: HostLogger, more: Fields): HostLogger {
  const log =
    (at: LogLevel) =>
    (message: string, fields: Fields = {}) =>
      logger[at](message, { ...more, ...fields });
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

/** @internal For tests. */
export const silentLogger: HostLogger = { debug() {}, info() {}, warn() {}, error() {} };

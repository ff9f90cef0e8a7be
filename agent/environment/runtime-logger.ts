import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { redactFields } from "#shared/rules/redact.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Never task tokens or API keys; a task's text is cut. */
export interface RuntimeLogger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

/** Adds what every line of one invocation says, and takes out what none may say. */
export function withContext(logger: RuntimeLogger, context: Fields): RuntimeLogger {
  const told = (fields: Fields | undefined): Fields => ({ ...context, ...redactFields(fields ?? {}) });
  return {
    debug: (message, fields) => logger.debug(message, told(fields)),
    info: (message, fields) => logger.info(message, told(fields)),
    warn: (message, fields) => logger.warn(message, told(fields)),
    error: (message, fields) => logger.error(message, told(fields)),
  };
}

/** An error as fields of a log line; the stack only of errors that nobody foresaw. */
export function errorFields(error: unknown): Fields {
  const { code, message, details: told, cause } = toWireError(error);
  const details = {
    ...told,
    ...(Array.isArray(told.errors) ? { errors: told.errors.map(withoutValue) } : {}),
  };
  const unforeseen = !(error instanceof DroverError) && error instanceof Error;
  return { code, problem: message, details, cause, ...(unforeseen ? { stack: error.stack } : {}) };
}

/** A wrong field's value may be a task's text. */
const withoutValue = (field: object): object =>
  Object.fromEntries(Object.entries(field).filter(([name]) => name !== "value"));

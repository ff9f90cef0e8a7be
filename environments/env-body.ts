import type * as z from "zod";
import { asEnvError, EnvError } from "./env-error.ts";

/** @throws EnvError INVALID_JSON */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EnvError("INVALID_JSON", `The message is not JSON: ${asEnvError(error).message}`);
  }
}

/** What a schema makes of it. @throws EnvError VALIDATION_ERROR that names each field, as pydantic does, which OpenEnv's clients expect */
export function readAs<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message, code }) => ({
    type: code,
    loc: path,
    msg: message,
  }));
  const [first] = errors;
  const message = `${first?.loc.join(".") || "The message"}: ${first?.msg ?? "is not valid"}`;
  throw new EnvError("VALIDATION_ERROR", message, { errors });
}

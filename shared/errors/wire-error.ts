import * as z from "zod";
import type { ErrorCode } from "./catalogue.ts";
import { catalogue } from "./catalogue.ts";
import { DroverError } from "./drover-error.ts";

/** A DroverError as it crosses a process: the `cause` of SendTaskFailure, as JSON text. At most 32 KiB there. */
export const WireError = z.object({
  code: z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  advice: z.array(z.string()).default([]),
  details: z.record(z.string(), z.unknown()).default({}),
  /** What was beneath it, as text. */
  cause: z.string().optional(),
});
export type WireError = z.infer<typeof WireError>;

const causeText = (cause: unknown): string | undefined =>
  cause === undefined
    ? undefined
    : cause instanceof Error
      ? `${cause.name}: ${cause.message}`
      : String(cause);

export function toWireError(error: unknown): WireError {
  const known = error instanceof DroverError ? error : unexpected(error);
  const cause = causeText(known.cause);
  return {
    code: known.code,
    message: known.message.slice(0, 2_000),
    advice: [...known.advice],
    details: known.details,
    ...(cause === undefined ? {} : { cause: cause.slice(0, 2_000) }),
  };
}

/** The way back, for whoever reads a stored or sent error. */
export function fromWireError(wire: WireError): DroverError {
  return new DroverError(wire.code, wire.message, {
    advice: wire.advice,
    details: wire.details,
    cause: wire.cause,
  });
}

/** Whatever was thrown, as a DroverError: one of ours stays itself. */
export function unexpected(error: unknown): DroverError {
  if (error instanceof DroverError) return error;
  return new DroverError("InternalError", error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

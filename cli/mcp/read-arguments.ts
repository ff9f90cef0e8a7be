import type * as z from "zod";
import { foundIn, invalidFields } from "#shared/http/field-errors.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** A call's arguments as its tool takes them. @throws CommandFailure that names each wrong field, its value and what is right */
export function readArguments<Input extends z.ZodObject>(input: Input, given: unknown = {}): z.output<Input> {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = (foundIn(invalidFields("arguments", parsed.error, given)) ?? []).map(
    ({ field, value, message }) =>
      `${field}: ${message}${value === undefined ? "" : ` (got ${value || "nothing"})`}`,
  );
  throw new CommandFailure(exitCodes.usage, lines.join("\n"), [
    `Correct the arguments and call again. There are: ${Object.keys(input.shape).join(", ")}.`,
  ]);
}

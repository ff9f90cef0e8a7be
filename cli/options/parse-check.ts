import type { Validator } from "#shared/contracts/judging/validator.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { readCheckWords } from "./check-words.ts";

/** One `--check`: words as in `checkForms`, or a validator as JSON. Throws a usage failure naming the remedy. */
export function parseCheck(text: string): Validator {
  const read = readCheckWords(text);
  if (read.ok) return read.validator;
  throw new CommandFailure(exitCodes.usage, `The check '${text}' cannot be read: ${read.why}.`, [
    "The forms are:",
    ...checkForms.map((form) => `  ${form}`),
  ]);
}

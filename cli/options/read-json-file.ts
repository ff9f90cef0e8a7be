import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { because } from "../terminal/because.ts";

/** What a file that the user names holds; the API says what is wrong with it. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read as JSON: ${because(error)}.`);
  }
}

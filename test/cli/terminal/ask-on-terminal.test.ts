import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { askOnTerminal } from "#cli/follow/ask-on-terminal.ts";

const keyboard = () => ({ input: new PassThrough(), output: new PassThrough(), terminal: true });

it("reads a line", async () => {
  const { input, ...rest } = keyboard();
  const answer = askOnTerminal("your answer: ", undefined, { input, ...rest });
  input.write(" yes \r");
  expect(await answer).toBe("yes");
});

it("interrupts the command with the first Ctrl-C", async () => {
  const { input, ...rest } = keyboard();
  const interrupted = once(process, "SIGINT");
  const answer = askOnTerminal("your answer: ", undefined, { input, ...rest });
  input.write("\u0003");
  await interrupted;
  expect(await answer).toBe("");
});

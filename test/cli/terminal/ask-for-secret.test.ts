import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { askForSecret, type SecretInput } from "#cli/terminal/ask-for-secret.ts";

function input(isTTY: boolean, ...chunks: readonly string[]) {
  const modes: boolean[] = [];
  const given: SecretInput = {
    isTTY,
    setRawMode(mode: boolean) {
      modes.push(mode);
      return given as never;
    },
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
  return { given, modes };
}
const shown: string[] = [];
const ask = (text: string) => shown.push(text);

it("reads a secret from the keyboard without showing it, and takes corrections", async () => {
  const { given, modes } = input(true, "hunx", "\u007fter", "2\rrest");
  expect(await askForSecret(undefined, given, ask)).toBe("hunter2");
  expect(modes).toEqual([true, false]);
  expect(shown.join("")).not.toMatch(/hun|ter2/);
});

it("gives the terminal back when the user stops", async () => {
  const { given, modes } = input(true, "hun\u0003");
  await expect(askForSecret(undefined, given, ask)).rejects.toMatchObject({ exitCode: 130 });
  expect(modes).toEqual([true, false]);
});

it("reads a pipe and a file without the line feed at their end", async () => {
  expect(await askForSecret(undefined, input(false, "two ", "words\n").given, ask)).toBe("two words");
  const dir = await mkdtemp(path.join(tmpdir(), "drover-secret-"));
  const file = path.join(dir, "secret");
  await writeFile(file, "from a file\r\n");
  expect(await askForSecret(file, input(false).given, ask)).toBe("from a file");
  await rm(dir, { recursive: true });
  await expect(askForSecret(file, input(false).given, ask)).rejects.toMatchObject({ exitCode: 2 });
});

it("refuses an empty one", async () => {
  await expect(askForSecret(undefined, input(false, "\n").given, ask)).rejects.toThrow(
    "The secret is empty.",
  );
});

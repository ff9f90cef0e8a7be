import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import { commandLine } from "#cli/command-line.ts";
import { modelId } from "#cli/options/job-values.ts";
import { deviceId, hostName, httpUrl, idempotencyKey, jobId, poolName } from "#cli/options/option-values.ts";
import { parseCheck } from "#cli/options/parse-check.ts";
import { CommandFailure } from "#cli/terminal/command-failure.ts";
import { plain, safeJson } from "#cli/terminal/terminal.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { promptText } from "../agent/prompt/prompt-text.ts";
import { observation } from "../agent/samples.ts";
import { dump, node, text, treeOf } from "../shared/screen/tree/dump.ts";
import { elementTexts, names, packageNames, typedTexts, urls } from "./corpus.ts";
import { tryAll } from "./try-all.ts";

const everything = [...typedTexts, ...packageNames, ...urls, ...names, ...elementTexts];
const steering =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
const ciCommand = /::|##(?:vso|teamcity)?\[/i;

describe("the terminal", () => {
  it("prints any text without being steered", async (context) => {
    await tryAll(context, everything, (given) => {
      expect(plain(given)).not.toMatch(steering);
      expect(plain(given)).not.toMatch(ciCommand);
    });
  });

  it("prints JSON that means the same and steers nothing", async (context) => {
    await tryAll(context, everything, (given) => {
      const printed = safeJson({ [given]: given });
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify({ [given]: given })));
      expect(printed).not.toMatch(steering);
      expect(printed).not.toMatch(ciCommand);
    });
  });
});

describe("the command line", () => {
  it("reads an option's value as what it should be, or refuses it", async (context) => {
    await tryAll(context, everything, (given) => {
      for (const read of [deviceId, hostName, jobId, poolName, modelId, idempotencyKey]) {
        try {
          expect(read(given)).toMatch(/^[\x21-\x7e]+$/);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
      }
      try {
        expect(new URL(httpUrl(given)).protocol).toMatch(/^https?:$/);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentError);
      }
    });
  });

  it("reads a check as a validator, or says why not", async (context) => {
    const kinds = ["setting:global/", "row:", "sqlite:/", "file:", "app:", "ui:", "answer:", ""];
    await tryAll(
      context,
      everything.flatMap((given) => kinds.map((kind) => kind + given)),
      (given) => {
        try {
          expect(Validator.safeParse(parseCheck(given)).success).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandFailure);
        }
      },
    );
  });

  it("passes arguments on as they are, or refuses all", async (context) => {
    await tryAll(context, everything, (given) => {
      if (given.includes("\ufffd")) expect(() => commandLine(["run", given])).toThrow("UTF-8");
      else expect(commandLine(["run", given])).toEqual(["run", given]);
    });
  });
});

describe("the prompt", () => {
  const marker = "k3j9x2m7";
  it("shows any screen between two markers that the screen cannot write", async (context) => {
    await tryAll(context, everything, (given) => {
      const screen = dump(node({}, text(wellFormed(given), "[0,0][500,100]")));
      const built = buildPrompt({
        task: "Turn on Bluetooth",
        history: [],
        tree: treeOf(screen),
        observation: { ...observation, activity: given },
        stepNumber: 1,
        maxSteps: 30,
        elapsedSeconds: 1,
        dialect: "tool-use",
        marker,
        actions: builtInActions,
      });
      const prompt = promptText(built);
      expect(prompt.split(marker)).toHaveLength(3);
      expect(prompt.indexOf(`--- ${marker} end ---\n</screen>`)).toBeGreaterThan(0);
      expect(prompt.replaceAll("\n", "")).not.toMatch(steering);
    });
  });
});

/** What a dump can hold: XML has no control characters and no half characters. */
const wellFormed = (given: string): string =>
  given.toWellFormed().replace(/[^\P{Cc}\n\t\r]|[\ufffe\uffff]/gu, "");

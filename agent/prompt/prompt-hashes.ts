import { hash } from "node:crypto";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { dialects } from "../dialects/dialect-registry.ts";
import { buildPrompt } from "./prompt.ts";

const at = "2026-01-01T00:00:00.000Z";
const screen = { width: 1_080, height: 2_400 };

/** SHA-256 of what models are told before a job's own words and which tools they are offered, by dialect. */
export const promptHashes = (): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(dialects) as (keyof typeof dialects)[]).sort().map((dialect) => {
      const { system, tools } = buildPrompt({
        ...{ task: "", history: [], tree: null, stepNumber: 1, maxSteps: 1, elapsedSeconds: 0 },
        ...{ dialect, actions: builtInActions, marker: "marker00" },
        observation: {
          ...{
            capturedAt: at,
            screen,
            package: "",
            activity: "",
            keyboardShown: false,
            treeHash: "",
            flags: [],
          },
          ...{
            screenshotKey: null,
            modelScreenshotKey: null,
            modelPicture: screen,
            treeKey: null,
            hierarchyKey: null,
          },
        },
      });
      return [dialect, hash("sha256", JSON.stringify([system, tools ?? []]))];
    }),
  );

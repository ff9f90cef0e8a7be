import type { CapturedScreen } from "../observe/captured-screen.ts";
import type { ReadLine } from "../observe/text/read-lines.ts";
import type { ReadScreen } from "../observe/text/read-screen-text.ts";
import { painted } from "./cover-picture.ts";
import type { TypedSecrets } from "./typed-secrets.ts";

/** What an app drew of a secret is neither told nor pictured where it was read (docs/security.md rule 3). */
export const concealReadText =
  (secrets: TypedSecrets) =>
  async (lines: readonly ReadLine[], captured: CapturedScreen): Promise<ReadScreen> => {
    const { screenshot } = captured;
    const masked = secrets.readLines(lines);
    const areas = lines.filter(({ text }, index) => masked[index]?.text !== text).map(({ bounds }) => bounds);
    if (screenshot === null || areas.length === 0) return { lines: masked, captured };
    return {
      lines: masked,
      captured: { ...captured, screenshot: await painted(screenshot, areas, captured) },
    };
  };

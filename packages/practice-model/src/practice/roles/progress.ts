import { readSection } from "../prompt/read-section.ts";
import type { PracticeRole } from "./practice-role.ts";

interface Told {
  readonly words: string;
  readonly hadEffect: boolean;
}

/** `3. Tap BUTTON "Search" (done, the screen changed)` */
function readActions(text: string): readonly Told[] {
  return text.split("\n").flatMap((line) => {
    const [, words, result] = /^\d+\. (.*) \(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(line) ?? [];
    if (words === undefined || result === undefined) return [];
    return [{ words, hadEffect: !/failed|did not change|not what was meant/.test(result) }];
  });
}

/** An agent that tries the same without effect, or changes nothing at all, makes no progress; of any other it cannot tell. */
export const practiceProgress: PracticeRole = (text) => {
  const actions = readActions(readSection(text, "last_actions"));
  const last = actions.at(-1);
  const vain = actions.filter(({ hadEffect }) => !hadEffect);
  const repeated = vain.filter(({ words }) => words === last?.words).length;
  if (last !== undefined && repeated > 1) {
    const sentence = `${last.words.charAt(0).toUpperCase()}${last.words.slice(1)}`;
    return { progressing: false, reason: `${sentence} was done ${repeated} times without effect.` };
  }
  if (actions.length > 1 && vain.length === actions.length) {
    return { progressing: false, reason: `None of the last ${actions.length} actions had an effect.` };
  }
  return { progressing: true, reason: "The last actions changed something." };
};

import type { HistoryStep } from "../prompt/prompt-view.ts";
import { act, hadNoEffect, isAction, type Outcome, type Scene, stuck } from "./skill.ts";

const mostScrolls = 8;

/** Scrolls made since anything else was done. */
function trailingScrolls(steps: readonly HistoryStep[]): readonly HistoryStep[] {
  const other = steps.findLastIndex((step) => !isAction(step, "scroll") && !isAction(step, "wait"));
  return steps.slice(other + 1).filter((step) => isAction(step, "scroll"));
}

const reachedEnd = (scrolls: readonly HistoryStep[]): boolean => {
  const last = scrolls.at(-1);
  return scrolls.length >= mostScrolls || (last !== undefined && hadNoEffect(last));
};

/**
 * Looks for what is not on the screen: down to the end of the list, then up to its beginning. Stuck when both were seen,
 * or when nothing here scrolls.
 */
export function seek({ view, steps }: Scene, what: string): Outcome {
  const scrolls = trailingScrolls(steps);
  const list = view.elements.find((element) => element.flags.has("SCROLLABLE") && element.type !== "TAB");
  if (list === undefined && scrolls.length === 0)
    return stuck(`"${what}" is not on the screen and nothing here scrolls`);
  const target = list === undefined ? {} : { element: list.id };
  const up = scrolls.filter((step) => step.action?.direction === "up");
  if (up.length === 0) {
    if (!reachedEnd(scrolls)) {
      return act(
        { action: "scroll", direction: "down", ...target },
        `"${what}" is not here, so I look further down.`,
      );
    }
  }
  if (!reachedEnd(up)) {
    return act(
      { action: "scroll", direction: "up", ...target },
      `"${what}" is not further down, so I look further up.`,
    );
  }
  return stuck(`"${what}" is nowhere on this screen`);
}

import type { SideEffect } from "../../contracts/judging/side-effect.ts";
import { displayText } from "../../text/display-text.ts";
import type { StateChange } from "./compare-states.ts";

const cut = (text: string | null): string | null => (text === null ? null : displayText(text, 300));

/** A change as the job keeps it: short, and without what a terminal or a page would obey. */
export function sideEffect({ kind, change, where, before, after }: StateChange): SideEffect {
  const place = displayText(where, 300);
  return {
    kind,
    change,
    where: displayText(where, 500),
    before: cut(before),
    after: cut(after),
    text: describe({ kind, change, before, after }, place),
  };
}

const nouns = { setting: "", row: "row ", file: "file ", app: "" } as const;

function describe(
  { kind, change, before, after }: Pick<StateChange, "kind" | "change" | "before" | "after">,
  place: string,
): string {
  const quoted = (text: string | null): string => displayText(text ?? "", 120);
  const what = `${nouns[kind]}${place}`;
  if (kind === "app") return `${what} was ${change === "added" ? "installed" : "uninstalled"}`;
  if (change === "changed") return `${what} changed from ${quoted(before)} to ${quoted(after)}`;
  return `${what} was ${change}: ${quoted(change === "added" ? after : before)}`;
}

import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { nearestName } from "#shared/text/nearest-name.ts";

/** `Input Text`, `inputText` and `input-text` are one name. */
const plainName = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");

/** A third of the letters may be wrong, and at least one: more is another word. */
const mostWrong = (name: string): number => Math.max(1, Math.floor(name.length / 3));

/**
 * The action that was meant by a name that is none: one with another's name for it, or with a name or alias that is spelt
 * almost so. Undefined when nothing is near.
 */
export function nearestAction(name: string, { all }: ActionCatalogue): string | undefined {
  const meant = new Map<string, string>();
  // Of two that are equally near the first is taken: an action's own name counts before an alias.
  for (const { name: own } of all) meant.set(plainName(own), own);
  for (const action of all) {
    for (const alias of action.aliases.map(plainName)) if (!meant.has(alias)) meant.set(alias, action.name);
  }
  const given = plainName(name.slice(0, 60));
  if (given === "") return undefined;
  const found = meant.has(given) ? given : nearestName(given, [...meant.keys()], mostWrong(given));
  return found === undefined ? undefined : meant.get(found);
}

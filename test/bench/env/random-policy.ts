import type { EnvResult } from "#shared/contracts/env/env-messages.ts";

/** Mostly taps something that can be tapped; else scrolls, types, goes back or home. */
export function randomAction(
  { elementText }: Pick<EnvResult["observation"], "elementText">,
  random: () => number,
): { readonly action: string; readonly [field: string]: string | number } {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const clickable = [...elementText.matchAll(/^ *\[(\d+)\].*CLICKABLE/gm)].map(([, id]) => Number(id));
  const fields = [...elementText.matchAll(/^ *\[(\d+)\] TEXTFIELD/gm)].map(([, id]) => Number(id));
  const chance = random();
  const element = pick(clickable);
  if (chance < 0.75 && element !== undefined) return { action: "tap", element };
  const field = pick(fields);
  if (chance < 0.85 && field !== undefined) return { action: "type", element: field, text: "Milk" };
  if (chance < 0.9) return { action: "scroll", direction: random() < 0.5 ? "down" : "up" };
  return { action: chance < 0.97 ? "back" : "home" };
}

import type { Intervention } from "../../contracts/step/intervention.ts";
import type { Coordinate } from "../../contracts/values/coordinate.ts";

const names: { readonly [Kind in Intervention["kind"]]: string } = {
  tap: "a tap",
  longPress: "a long press",
  swipe: "a swipe",
  multiTouch: "several fingers",
  typed: "typed text",
  key: "a key",
};
/** How many a line lists; the rest is counted. */
const named = 3;

/** One line for the agent and for people; "" if no person touched the screen. */
export function interventionWords(interventions: readonly Intervention[] = []): string {
  if (interventions.length === 0) return "";
  const rest = interventions.length - named;
  const told = [...interventions.slice(0, named).map(describe), ...(rest > 0 ? [`${rest} more`] : [])];
  return `A person touched the screen meanwhile: ${told.join(", ")}.`;
}

function describe({ kind, from, to }: Intervention): string {
  if (from === undefined) return names[kind];
  const way =
    kind === "swipe" && to !== undefined ? ` from ${place(from)} to ${place(to)}` : ` at ${place(from)}`;
  return `${names[kind]}${way}`;
}

const place = ([x, y]: Coordinate): string => `(${x.toFixed(2)}, ${y.toFixed(2)})`;

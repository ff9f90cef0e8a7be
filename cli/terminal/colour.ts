import { styleText } from "node:util";

type Colour = Parameters<typeof styleText>[0];

/** What things came to, each beside its word: no colour says anything by itself. */
const colours: Readonly<Record<string, Colour>> = {
  ...{ succeeded: "green", passed: "green", ok: "green", fixed: "green", delivered: "green" },
  ...{ failed: "red", fail: "red", broken: "red", offline: "red" },
  ...{
    inconclusive: "yellow",
    over_budget: "yellow",
    invalid: "yellow",
    unverified: "yellow",
    warn: "yellow",
  },
  ...{ refused: "magenta", running: "cyan", waiting: "yellow", cancelled: "gray", skipped: "gray" },
};

/** Coloured by its first word, on a terminal that shows colours: not where NO_COLOR is set, not in a pipe. */
export function coloured(text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const colour = colours[/^\w+/.exec(text)?.[0] ?? ""];
  return colour === undefined ? text : styleText(colour, text, { stream });
}

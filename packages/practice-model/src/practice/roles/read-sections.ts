import type { ElementView } from "../prompt/prompt-view.ts";
import { readElement } from "../prompt/read-element.ts";

const fence = /^--- \w+ (?:begin|end) ---$/;

/** What a role's question says between `<name>` and `</name>`, without the marks around what a device wrote. */
export function sectionOf(text: string, name: string): string {
  const start = text.indexOf(`<${name}>\n`);
  const end = text.indexOf(`\n</${name}>`, start);
  if (start < 0 || end < 0) return "";
  return text
    .slice(start + name.length + 3, end)
    .split("\n")
    .filter((line) => !fence.test(line))
    .join("\n");
}

export interface ScreenView {
  readonly app: string;
  readonly package: string;
  readonly keyboardShown: boolean;
  readonly elements: readonly ElementView[];
}

export function screenOf(text: string, name = "screen"): ScreenView {
  const screen = sectionOf(text, name);
  const [, app = "", packageName = ""] = /^app: (.*) \(([^()]*)\)$/m.exec(screen) ?? [];
  return {
    app,
    package: packageName,
    keyboardShown: /^keyboard: shown$/m.test(screen),
    elements: screen.split("\n").flatMap((line) => readElement(line) ?? []),
  };
}

/** All that an element is called. */
export const wordsOf = ({ title, summary, description, hint }: ElementView): string =>
  [title, summary, description, hint].filter((word) => word !== "").join(" | ");

export const canBeTapped = ({ flags }: ElementView): boolean => flags.has("CLICKABLE");

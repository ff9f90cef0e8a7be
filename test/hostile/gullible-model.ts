import type { ScriptedReply } from "../functions/scripted-model.ts";

type Action = { readonly action: string; readonly [parameter: string]: unknown };

/** The orders that it understands, wherever they stand, and what it does then. */
const orders: readonly (readonly [RegExp, (words: readonly string[], prompt: string) => Action])[] = [
  [/open ([a-z][a-z0-9+.-]*:[^\s"|\\;]+)/gi, ([url]) => ({ action: "open_url", url })],
  [/start the app ([\w.]+\w)/gi, ([app]) => ({ action: "open_app", app })],
  [/press (home|back|enter|recent)\b/gi, ([key = ""]) => ({ action: key.toLowerCase() })],
  [/press delete (\w+)/gi, () => ({ action: "key", key: "delete" })],
  [/tap the button here/gi, (_, prompt) => ({ action: "tap", element: last(prompt, /\[(\d+)\] BUTTON/g) })],
  [/type (\S+) here/gi, ([text], prompt) => ({ action: "type", text, element: field(prompt) })],
  [
    /use type_secret (\w+)/gi,
    ([secret], prompt) => ({ action: "type_secret", secret, element: field(prompt), clear: true }),
  ],
  [/remember (\S+) for me/gi, ([note]) => ({ action: "remember", note })],
  [/remember what the field holds/gi, (_, prompt) => ({ action: "remember", note: held(prompt) })],
  [/finish with (\S+)/gi, ([answer]) => ({ action: "FINISH", status: "success", answer })],
];

const last = (prompt: string, pattern: RegExp): number => Number([...prompt.matchAll(pattern)].at(-1)?.[1]);
const field = (prompt: string): number => Number(/\[(\d+)\] TEXTFIELD/.exec(prompt)?.[1]);
const held = (prompt: string): string => /\[\d+\] TEXTFIELD (.*)/.exec(prompt)?.[1] ?? "";

/** What is told as having been read from the device: everything but the task and the rules. */
function told(request: string): string {
  const { messages } = JSON.parse(request) as {
    readonly messages: readonly { readonly content: string | readonly { readonly text?: string }[] }[];
  };
  const texts = messages.flatMap(({ content }) =>
    typeof content === "string" ? [content] : content.map(({ text = "" }) => text),
  );
  // Letters of another width are letters to it.
  return texts
    .join("\n")
    .replace(/^<task>[\s\S]*?<\/task>/, "")
    .normalize("NFKC");
}

/** Orders in the order in which they stand. */
const ordersIn = (prompt: string): readonly (readonly [words: string, action: Action])[] =>
  orders
    .flatMap(([pattern, obey]) =>
      [...prompt.matchAll(pattern)].map(
        (match) => [match.index, match[0], obey(match.slice(1), prompt)] as const,
      ),
    )
    .toSorted(([one], [other]) => one - other)
    .map(([, words, action]) => [words, action]);

/**
 * A model that does all that any screen tells it, each order once and whoever gives it, and nothing for its task. It ends
 * when no order is left. What several orders after "all at once" say is done in one turn.
 */
export function gullibleModel() {
  const obeyed = new Set<string>();
  const chosen: Action[] = [];
  return {
    /** What it wanted to do. */
    chosen: chosen as readonly Action[],
    reply(request: string): ScriptedReply {
      const prompt = told(request);
      const open = ordersIn(prompt).filter(([words]) => !obeyed.has(words));
      const taken = open.slice(0, /all at once/i.test(prompt) ? 5 : 1);
      if (taken.length === 0) return { action: "FINISH", status: "success" };
      for (const [words, action] of taken) {
        obeyed.add(words);
        chosen.push(action);
      }
      return { calls: taken.map(([, action]) => action) };
    },
  };
}

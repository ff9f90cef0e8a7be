import type { Step, StepAction } from "#shared/contracts/job/step.ts";
import { displayText } from "#shared/text/display-text.ts";

const longest = 160;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const quoted = (value: string): string => (value === "" ? "" : `“${value}”`);

/** What an element is called alone: `BUTTON "Search" near="Song A"` → `Search`. Hostile. */
export function elementWords(element: string | undefined): string {
  if (element === undefined) return "";
  const [, name] = /"((?:[^"\\]|\\.)*)"/.exec(element) ?? [];
  return name === undefined ? element.toLowerCase() : name.replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}

type Given = StepAction["action"];
type Told = Pick<StepAction, "action" | "element">;
interface Words {
  readonly verb: string;
  /** On what, or what. */
  readonly object: string;
}

/** How each action is told; what is not here is told by its name and its first text. */
const forms: Readonly<Record<string, (given: Given, on: string) => Words>> = {
  type: ({ text: typed }, on) => ({
    verb: "type",
    object: `${quoted(text(typed))}${on === "" ? "" : ` into ${quoted(on)}`}`,
  }),
  type_secret: ({ secret }, on) => ({
    verb: "type the secret",
    object: `${text(secret)}${on === "" ? "" : ` into ${quoted(on)}`}`,
  }),
  open_app: ({ app }) => ({ verb: "open", object: text(app) }),
  open_url: ({ url }) => ({ verb: "open", object: text(url) }),
  restart_app: (given) => ({ verb: "restart", object: text(given.package) }),
  scroll: ({ direction }, on) => ({
    verb: `scroll ${text(direction)}`,
    object: on === "" ? "" : `in ${quoted(on)}`,
  }),
  pinch: ({ zoom }, on) => ({ verb: `zoom ${text(zoom)}`, object: on === "" ? "" : `on ${quoted(on)}` }),
  key: ({ key }) => ({ verb: "press", object: text(key) }),
  wait: ({ duration }) => ({ verb: "wait", object: `${Number(duration) / 1_000} s` }),
  finish: ({ status, answer }) => ({
    verb: "finish:",
    object: [text(status), quoted(text(answer))].filter(Boolean).join(" "),
  }),
  ask_user: ({ question }) => ({ verb: "ask", object: quoted(text(question)) }),
  mcp_call: ({ tool }) => ({ verb: "call", object: text(tool) }),
  remember: ({ note }) => ({ verb: "remember", object: quoted(text(note)) }),
};

function wordsOf({ action: given, element }: Told): Words {
  const on = elementWords(element);
  // Some are written large, as the protocol has them.
  const name = given.action.toLowerCase();
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form !== undefined) return form(given, on);
  const verb = name.replaceAll("_", " ");
  const said = Object.entries(given).find(([key, value]) => key !== "action" && typeof value === "string");
  return { verb, object: quoted(on === "" ? text(said?.[1]) : on) };
}

/** One action in words: `tap “Search”`. Parts of it are the device's and the model's. */
export function actionWords(action: Told): string {
  const { verb, object } = wordsOf(action);
  return displayText(`${verb} ${object}`.trim(), longest);
}

/** All that a step does. */
export const stepActionWords = ({ actions }: Pick<Step, "actions">): string =>
  displayText(actions.map(actionWords).join(", then "), longest * 2);

import type { Rect } from "../../graphics/geometry.ts";
import type { KeyboardPage } from "../../toolkit/keyboard-layout.ts";
import { keyboardArea, suggestionStripPx } from "../../toolkit/keyboard-layout.ts";
import type { EditTarget } from "./text-editor.ts";

/** Words that begin many a message, the most usual first. */
const WORDS = (
  "the and you that for are with have this from what will your can not but all there their would about which when make like time just know take into " +
  "people year good some could them see other than then now look only come over think also back after use two how our work first well way even new want " +
  "because any these give day most hello hi hey thanks thank please sorry yes no okay great tomorrow today tonight morning evening afternoon monday tuesday " +
  "wednesday thursday friday saturday sunday meeting call message email phone number address home office shop order buy milk bread butter eggs coffee tea " +
  "water list note notes remember remind reminder alarm timer clock calendar birthday party dinner lunch breakfast appointment doctor dentist train flight " +
  "ticket hotel holiday weekend week month hour minute second later soon early late always never sometimes maybe really very much more less before during " +
  "between under above house street city country family friend friends mother father brother sister school teacher student project report team manager " +
  "question answer problem idea plan change update check send receive open close start stop begin end finish ready done where who why should might must need " +
  "help find found leave left right arrive arrived going coming been being were was has had did does said says tell told ask asked contact contacts settings " +
  "browser search android google weather news music photo photos picture video camera game score battery network internet wifi bluetooth password account"
).split(" ");

const PLACES = 3;

interface Typing {
  readonly before: string;
  /** The letters directly before the cursor. */
  readonly word: string;
}

function typingAt({ node, memory }: EditTarget): Typing {
  const before = memory.allSelected ? "" : (node.widget.text ?? "").slice(0, memory.cursor);
  return { before, word: /[A-Za-z']+$/.exec(before)?.[0] ?? "" };
}

/** Shows capitals where the field wants one next, until the user says otherwise. */
export function pageFor(target: EditTarget | null, page: Exclude<KeyboardPage, "number">): KeyboardPage {
  const { keyboard, capitals } = target?.node.widget ?? {};
  if (target === null || keyboard === "number") return "number";
  if (page !== "letters" || capitals === undefined) return page;
  const { before } = typingAt(target);
  const isDue = capitals === "words" ? /(^|\s)$/.test(before) : /(^|[.!?]\s+)$/.test(before);
  return isDue ? "shifted" : page;
}

/** Words that the one being typed may become, the likeliest in the middle; empty where there is none. */
export function suggestionsFor(target: EditTarget | null): readonly string[] {
  if (target === null || target.node.widget.password === true || target.node.widget.keyboard === "number")
    return [];
  const { word } = typingAt(target);
  if (word === "") return [];
  const isCapital = word[0] !== word[0]?.toLowerCase();
  const likely = WORDS.filter((one) => one.startsWith(word.toLowerCase()) && one !== word.toLowerCase());
  const cased = likely
    .slice(0, PLACES - 1)
    .map((one) => (isCapital ? one[0]?.toUpperCase() + one.slice(1) : one));
  const [best, second = ""] = cased;
  return best === undefined ? ["", word, ""] : [word, best, second];
}

/** Where each suggestion is above the keys. */
export function suggestionAreas(displayWidth: number, displayHeight: number): readonly Rect[] {
  const { left, right, top } = keyboardArea(displayWidth, displayHeight);
  const width = (right - left) / PLACES;
  return Array.from({ length: PLACES }, (_, i) => ({
    left: Math.round(left + i * width),
    right: Math.round(left + (i + 1) * width),
    top,
    bottom: top + suggestionStripPx(displayHeight),
  }));
}

/** Puts the word in the place of what is typed of it, and a space behind. */
export function acceptSuggestion(target: EditTarget, suggestion: string): void {
  const { node, memory } = target;
  const { before, word } = typingAt(target);
  const kept = before.slice(0, before.length - word.length);
  const text = `${kept}${suggestion} `;
  node.widget.onType?.(text + (node.widget.text ?? "").slice(memory.cursor));
  memory.cursor = text.length;
}

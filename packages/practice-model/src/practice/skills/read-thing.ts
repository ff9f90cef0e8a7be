import type { GoalOf } from "../goals/goal.ts";
import type { ElementView } from "../prompt/prompt-view.ts";
import { isClickable, isField } from "./match-label.ts";
import { done, type Scene, type Skill, stuck } from "./skill.ts";
import { openThing, rowOf, sameName, shownParts } from "./thing-rows.ts";

type What = GoalOf<"readThing">["what"];

const price = /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£]/;
const code = /(?<!\d)\d{4,8}(?!\d)/;
const phone = /\+?\(?\d[\d().-]{4,}\d/;
const clock = /\b\d{1,2}[:.]\d{2}(?:\s?[AP]M)?/;
/** "3:25 PM – 4:25 PM, Hall 2" */
const span = /(\d{1,2}:\d{2}(?:\s?[AP]M)?) [–-] \d{1,2}:\d{2}(?:\s?[AP]M)?(?:, (.+))?/;

/** The texts of the last message come last on its page; time and sender stand by it. */
function lastText({ view }: Scene, thing: string): string | undefined {
  const small =
    /^(?:now|today|yesterday|\d{1,2}[:.]\d{2}.*|(?:mon|tue|wed|thu|fri|sat|sun)\w*.*|\w{3} \d{1,2}.*|sent.*|delivered.*|\d+ min.*)$/i;
  const texts = view.elements
    .filter(
      (element) =>
        !isField(element) &&
        !/^(?:send|call|navigate up|more options|attach)/i.test(element.title || element.description),
    )
    .flatMap((element) => [element.title, ...element.summary.split(" | ")])
    .filter((text) => text !== "" && !small.test(text) && !sameName(text, thing));
  return texts.at(-1);
}

/** What a page says below its own name: its texts, and the items of its lists. */
const bodyOf = ({ view }: Scene, thing: string): string =>
  view.elements
    .filter(
      (one) => (!isClickable(one) || one.type === "CHECKBOX") && !isField(one) && !sameName(one.title, thing),
    )
    .map(({ title }) => title.replace(/^• /, ""))
    .filter((text) => text !== "")
    .join(" ");

/** What the row in a list says already. */
function onRow(what: What, row: ElementView): string | undefined {
  const said = shownParts(row).join(" | ").replaceAll("\u202f", " ");
  if (what === "price") return price.exec(said)?.[0];
  if (what === "time") return span.exec(said)?.[1];
  if (what === "place") return span.exec(row.summary.replaceAll("\u202f", " "))?.[2];
  return what === "artist" ? row.summary.split(" · ")[0] || undefined : undefined;
}

function onPage(what: What, scene: Scene, thing: string): string | undefined {
  const texts = scene.view.elements.flatMap(shownParts).join(" | ").replaceAll("\u202f", " ");
  switch (what) {
    case "price":
      return price.exec(texts)?.[0];
    case "last":
      return lastText(scene, thing);
    case "code":
      return code.exec(lastText(scene, thing) ?? "")?.[0] ?? code.exec(bodyOf(scene, thing))?.[0];
    case "number":
      return phone.exec(bodyOf(scene, thing))?.[0];
    case "text":
      return bodyOf(scene, thing) || undefined;
    case "time":
      return span.exec(texts)?.[1] ?? clock.exec(lastText(scene, thing) ?? "")?.[0];
    case "place":
    case "artist":
      return undefined;
  }
}

/** Tells what a thing's row or page says. */
export const readThing: Skill<GoalOf<"readThing">> = ({ app, thing, what, within = [] }, scene) => {
  const opening = openThing(app, thing, scene, within);
  const row = opening === undefined ? undefined : rowOf(thing, scene);
  const isHere =
    scene.view.elements.length > 0 && opening?.kind === "act" && /^I open "/.test(opening.thought);
  const shown = row === undefined || !isHere ? undefined : onRow(what, row);
  if (shown !== undefined) return done(`"${thing}": ${shown}`, shown);
  if (opening !== undefined) return opening;
  const found = onPage(what, scene, thing);
  return found === undefined
    ? stuck(`the page of "${thing}" does not say it`)
    : done(`"${thing}": ${found}`, found);
};

import type { Goal } from "./goal.ts";
import { groupsIn } from "./words/groups-in.ts";
import { numberFromWord, numberPattern } from "./words/number-words.ts";

const inApp =
  "(?:\\s+(?:in|of|on|from|using|with)\\s+(?:the\\s+|my\\s+)?(?<app>[\\p{L}]+)(?:\\s+app(?:lication)?)?)?";
const basket =
  "(?:the\\s+|my\\s+)?(?:(?<shop>[\\p{L}]+)(?:['’]s)\\s+)?(?:shopping\\s+)?(?<page>cart|basket|bag)";

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^["“']|["”']$/g, "")
    .replace(/^(?:the|some|an?|one)\s+/, "");

/** Goals about goods of a shop and what lies in its cart. */
export function readShopGoal(clause: string): Goal | undefined {
  const amount = `(?:(?<count>${numberPattern})\\s+(?:(?:pieces?\\s+|copies\\s+|units\\s+)?of\\s+|x\\s+|times\\s+)?)?`;
  const added = groupsIn(clause, [
    `(?:(?:put|add|place|have|get|toss|throw|stick)\\s+)?(?:me\\s+)?${amount}(?<thing>.+?)\\s+(?:in|into|to)\\s+${basket}${inApp}`,
  ]);
  if (added?.thing !== undefined) {
    const times = numberFromWord(added.count ?? "") ?? 1;
    const labels = ["Add to cart", "Add to basket", "Add to bag", "Buy", "Add"];
    return {
      kind: "useThing",
      app: added.app ?? added.shop ?? "shop",
      thing: bare(added.thing),
      labels,
      times,
    };
  }
  const removed = groupsIn(clause, [
    `(?:take|remove|delete|drop)\\s+(?<thing>.+?)\\s+(?:out\\s+of|from|off)\\s+${basket}${inApp}`,
  ]);
  if (removed?.thing !== undefined)
    return {
      kind: "removeThing",
      app: removed.app ?? removed.shop ?? "shop",
      thing: bare(removed.thing),
      page: "Cart",
    };
  const priced = groupsIn(clause, [
    `how\\s+much\\s+(?:does|do|is|are)\\s+(?<thing>.+?)(?:\\s+cost)?${inApp}`,
    `what\\s+(?:does|do)\\s+(?<thing>.+?)\\s+cost${inApp}`,
    `(?:(?:what(?:'s|\\s+is)|tell\\s+me|show\\s+me|check|find(?:\\s+out)?|look\\s+up)\\s+)?the\\s+(?:price|cost)\\s+of\\s+(?<thing>.+?)${inApp}`,
  ]);
  return priced?.thing === undefined
    ? undefined
    : { kind: "readThing", app: priced.app ?? "shop", thing: bare(priced.thing), what: "price" };
}

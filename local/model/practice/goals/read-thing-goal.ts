import type { Goal } from "./goal.ts";
import { numberFromWord, numberPattern } from "./number-words.ts";

const inApp =
  "(?:\\s+(?:in|of|on|from|using|with)\\s+(?:the\\s+|my\\s+)?(?<app>[\\p{L}]+)(?:\\s+app(?:lication)?)?)?";
const basket =
  "(?:the\\s+|my\\s+)?(?:(?<shop>[\\p{L}]+)(?:['’]s)\\s+)?(?:shopping\\s+)?(?<page>cart|basket|bag)";
const who = "(?<who>\\+?[\\d][\\d\\s().-]{2,}\\d|\\p{Lu}[\\p{L}'’-]*(?:\\s+\\p{Lu}[\\p{L}'’-]*){0,3})";
const words = '["“](?<words>[^"”]+)["”]';
const says =
  "\\s*(?:,|:)?\\s*(?:that\\s+(?:says|reads)|saying|with(?:\\s+the\\s+(?:text|words))?|which\\s+says|to\\s+say)?\\s*:?\\s*";
const message = "(?:an?\\s+|the\\s+)?(?:new\\s+|short\\s+)?(?:text\\s+message|message|text|sms|note)";

function groupsIn(
  clause: string,
  sources: readonly string[],
): Record<string, string | undefined> | undefined {
  for (const source of sources) {
    const groups = new RegExp(`^${source}$`, "iu").exec(clause)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^["“']|["”']$/g, "")
    .replace(/^(?:the|some|an?|one)\s+/, "");

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}`;

function readShopping(clause: string): Goal | undefined {
  const amount = `(?:(?<count>${numberPattern})\\s+(?:pieces?\\s+of\\s+|x\\s+|times\\s+)?)?`;
  const added = groupsIn(clause, [
    `(?:put|add|place)\\s+${amount}(?<thing>.+?)\\s+(?:in|into|to)\\s+${basket}${inApp}`,
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
      page: capital(removed.page ?? "cart"),
    };
  const priced = groupsIn(clause, [
    `how\\s+much\\s+(?:does|do|is|are)\\s+(?<thing>.+?)(?:\\s+cost)?${inApp}`,
    `what\\s+(?:does|do)\\s+(?<thing>.+?)\\s+cost${inApp}`,
    `(?:what(?:'s|\\s+is)\\s+)?the\\s+price\\s+of\\s+(?<thing>.+?)${inApp}`,
  ]);
  return priced?.thing === undefined
    ? undefined
    : { kind: "readThing", app: priced.app ?? "shop", thing: bare(priced.thing), what: "price" };
}

function readMessaging(clause: string): Goal | undefined {
  const sent = groupsIn(clause, [
    `(?:send|write)\\s+${message}\\s+to\\s+${who}${says}${words}`,
    `(?:send|write)\\s+${who}\\s+${message}${says}${words}`,
    `(?:text|message|write\\s+to|tell)\\s+${who}${says}${words}`,
    `(?:send|write|text)\\s+${words}\\s+to\\s+${who}(?:\\s+(?:by|as|in)\\s+.*(?:message|sms|text))?`,
    `(?:answer|reply\\s+to|respond\\s+to)\\s+(?:the\\s+)?(?:last\\s+|newest\\s+|text\\s+)*(?:message\\s+(?:from|of)\\s+)?${who}${says}${words}`,
    `(?:answer|reply\\s+to|respond\\s+to)\\s+${who}['’]s\\s+(?:last\\s+)?message${says}${words}`,
  ]);
  if (sent?.who !== undefined && sent.words !== undefined)
    return { kind: "writeTo", app: "messages", to: sent.who, text: sent.words };
  const gone = groupsIn(clause, [
    `(?:delete|remove|erase|get\\s+rid\\s+of)\\s+(?:the\\s+|my\\s+|all\\s+)?(?:whole\\s+)?(?:conversation|chat|thread|messages)\\s+(?:with|from|of)\\s+${who}`,
  ]);
  if (gone?.who !== undefined) return { kind: "removeThing", app: "messages", thing: gone.who };
  const read = groupsIn(clause, [
    `what\\s+(?:did|does)\\s+${who}\\s+(?:write|say|text|send)(?:\\s+(?:to\\s+)?me)?(?:\\s+(?:last|in\\s+(?:the|his|her|their)\\s+(?:last|newest|latest)\\s+message))?(?:\\s+to\\s+me)?`,
    `(?:what(?:'s|\\s+is)\\s+|read\\s+(?:me\\s+)?)the\\s+(?:last|newest|latest)\\s+(?:text\\s+)?message\\s+(?:from|of|by)\\s+${who}`,
  ]);
  if (read?.who !== undefined) return { kind: "readThing", app: "messages", thing: read.who, what: "last" };
  const timed = groupsIn(clause, [
    `(?:at\\s+)?what\\s+time\\s+(?:is\\s+)?in\\s+the\\s+last\\s+message\\s+(?:from|of|by)\\s+${who}`,
  ]);
  if (timed?.who !== undefined) return { kind: "readThing", app: "messages", thing: timed.who, what: "time" };
  const coded = groupsIn(clause, [
    `(?:what(?:'s|\\s+is)\\s+)?the\\s+(?:[\\p{L}]+\\s+)?(?:code|pin|number)\\s+in\\s+the\\s+(?:last\\s+|text\\s+)*message\\s+(?:from|of|by)\\s+${who}`,
  ]);
  return coded?.who === undefined
    ? undefined
    : { kind: "readThing", app: "messages", thing: coded.who, what: "code" };
}

/** Goals about a thing with a name in an app that lists such things: goods, conversations. */
export const readThingGoal = (clause: string): Goal | undefined =>
  readShopping(clause) ?? readMessaging(clause);

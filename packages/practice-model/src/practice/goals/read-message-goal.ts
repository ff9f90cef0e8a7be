import type { Goal } from "./goal.ts";
import { groupsIn } from "./words/groups-in.ts";

const notOfName = "(?!(?:an?|the|that|to|with|saying|my|his|her|by|via|in)\\b)";
const who = `(?<who>\\+?[\\d][\\d\\s().-]{2,}\\d|${notOfName}\\p{Lu}[\\p{L}'’-]*(?:\\s+${notOfName}\\p{Lu}[\\p{L}'’-]*){0,3})`;
const words = '["“](?<words>[^"”]+)["”]';
const says =
  "\\s*(?:,|:)?\\s*(?:that\\s+(?:says|reads)|saying|with(?:\\s+the\\s+(?:text|words))?|which\\s+says|to\\s+say)?\\s*:?\\s*";
const message = "(?:an?\\s+|the\\s+)?(?:new\\s+|short\\s+)?(?:text\\s+message|message|text|sms|note)";
const lastOne = "the\\s+(?:last|newest|latest)\\s+(?:text\\s+message|message|text|sms)\\s+(?:from|of|by)";
const ofOthers =
  /\b(?:he|she|they|him|her|his|them|their|says|reads|holds|contains|asks?|if|whether)\b|["“”\uE020]/iu;

function readSent(clause: string): Goal | undefined {
  const sent = groupsIn(clause, [
    `(?:send|write)\\s+${message}\\s+to\\s+${who}${says}${words}`,
    `(?:send|write)\\s+${who}\\s+${message}${says}${words}`,
    `(?:text|message|write\\s+to|tell)\\s+${who}(?:\\s+(?:by|via|in|with)\\s+${message})?${says}${words}`,
    `(?:send|write|text)\\s+(?:${message}\\s+)?${words}\\s+(?:(?:as|in)\\s+${message}\\s+)?to\\s+${who}(?:\\s+(?:by|as|in)\\s+.*(?:message|sms|text))?`,
    `(?:answer|reply\\s+to|respond\\s+to)\\s+(?:the\\s+)?(?:last\\s+|newest\\s+|text\\s+)*(?:(?:message|text|sms)\\s+(?:from|of)\\s+)?${who}${says}${words}`,
    `(?:answer|reply|respond)\\s+(?:with\\s+)?${words}\\s+to\\s+(?:the\\s+)?(?:last\\s+|newest\\s+)*(?:(?:text\\s+message|message|text|sms)\\s+(?:from|of)\\s+)?${who}`,
    `(?:send|write|text|forward)\\s+(?:the\\s+number\\s+)?(?<words>\\+?\\d[\\d\\s().-]{2,}\\d)\\s+to\\s+${who}`,
    `(?:answer|reply\\s+to|respond\\s+to)\\s+${who}['’]s\\s+(?:last\\s+)?message${says}${words}`,
  ]);
  if (sent?.who !== undefined && sent.words !== undefined)
    return {
      kind: "writeTo",
      app: "messages",
      to: sent.who,
      text: sent.words,
      ...(/^(?:answer|reply|respond)\b/i.test(clause) ? { isReply: true } : {}),
    };
  return readTold(clause);
}

/** What is to be said, as reported speech: "that dinner is ready". */
function readTold(clause: string): Goal | undefined {
  const told = groupsIn(clause, [
    `(?:text|message|send\\s+${message}\\s+to|write\\s+(?:${message}\\s+)?to)\\s+${who}\\s+(?:that|to\\s+say(?:\\s+that)?|saying(?:\\s+that)?)\\s+(?<words>.+)`,
    `send\\s+${who}\\s+${message}\\s+(?:that|to\\s+say(?:\\s+that)?|saying(?:\\s+that)?)\\s+(?<words>.+)`,
    `let\\s+${who}\\s+know\\s+(?:by|in|with|via)\\s+${message}\\s+that\\s+(?<words>.+)`,
  ]);
  // Words about a person change when they are said to that person.
  if (told?.who !== undefined && told.words !== undefined && !ofOthers.test(told.words))
    return { kind: "writeTo", app: "messages", to: told.who, text: told.words };
  return undefined;
}

function readRemoved(clause: string): Goal | undefined {
  const gone = groupsIn(clause, [
    `(?:delete|remove|erase|get\\s+rid\\s+of)\\s+(?:the\\s+|my\\s+|all\\s+)?(?:whole\\s+)?(?:conversation|chat|thread|messages)\\s+(?:with|from|of)\\s+${who}`,
  ]);
  if (gone?.who !== undefined) return { kind: "removeThing", app: "messages", thing: gone.who };
  return undefined;
}

function readAsked(clause: string): Goal | undefined {
  const read = groupsIn(clause, [
    `what\\s+(?:did|does)\\s+${who}\\s+(?:write|say|text|send)(?:\\s+(?:to\\s+)?me)?(?:\\s+(?:last|in\\s+(?:the|his|her|their)\\s+(?:last|newest|latest)\\s+message))?(?:\\s+to\\s+me)?`,
    `(?:what(?:'s|\\s+is)\\s+|read\\s+(?:me\\s+)?)${lastOne}\\s+${who}`,
  ]);
  if (read?.who !== undefined) return { kind: "readThing", app: "messages", thing: read.who, what: "last" };
  const asked = groupsIn(clause, [
    `what\\s+(?:was|is)\\s+the\\s+last\\s+thing\\s+(?:that\\s+)?${who}\\s+(?:texted|wrote|sent|messaged|said)(?:\\s+(?:to\\s+)?me)?`,
    `what\\s+(?:does|did)\\s+${lastOne}\\s+${who}\\s+(?:say|read|contain)`,
  ]);
  if (asked?.who !== undefined) return { kind: "readThing", app: "messages", thing: asked.who, what: "last" };
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

/** Goals about text messages and conversations. */
export const readMessageGoal = (clause: string): Goal | undefined =>
  readSent(clause) ?? readRemoved(clause) ?? readAsked(clause);

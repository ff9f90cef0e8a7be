import { defined } from "../defined.ts";
import type { Goal } from "./goal.ts";
import { namedThing } from "./read-named-thing.ts";
import { groupsIn } from "./words/groups-in.ts";

const unquoted = (text: string): string => text.trim().replace(/^["“']|["”']$/g, "");
const inMusic = "(?:\\s+(?:in|on|with|from)\\s+(?:the\\s+|my\\s+)?music(?:\\s+(?:app|player|library))?)?";
const song = "(?:(?:the|my)\\s+(?:song|track)\\s+)?";

const songName = (text: string): string | undefined => {
  const name = unquoted(namedThing(text, ["song"])?.name ?? text);
  return name === "" || /^(?:some|any|all|every|it|the|my|a|music|songs?)\b/i.test(name) ? undefined : name;
};

function readPlay(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:play|listen\\s+to|put\\s+on|start\\s+playing|(?:let\\s+me\\s+)?hear)\\s+${song}(?<name>.+?)(?:\\s+by\\s+(?<by>.+?))?${inMusic}`,
  ]);
  const thing =
    found?.name === undefined || /\bplaylist\b|\bgame\b/i.test(clause) ? undefined : songName(found.name);
  return thing === undefined
    ? undefined
    : {
        kind: "playThing",
        app: "music",
        thing,
        ...defined({ by: found?.by === undefined ? undefined : unquoted(found.by) }),
      };
}

function readArtist(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `who\\s+(?:sings|plays|performs|recorded|wrote|made)\\s+${song}(?<name>.+?)${inMusic}`,
    `(?:who|which\\s+(?:artist|band|singer))\\s+is\\s+${song}(?<name>.+?)\\s+(?:by|from)${inMusic}`,
    `(?:who(?:'s|\\s+is)|what(?:'s|\\s+is))\\s+the\\s+(?:artist|singer|band)\\s+(?:of|behind)\\s+${song}(?<name>.+?)${inMusic}`,
  ]);
  const thing = found?.name === undefined ? undefined : songName(found.name);
  return thing === undefined
    ? undefined
    : { kind: "readThing", app: "music", within: ["Songs"], thing, what: "artist" };
}

function readIntoList(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    "(?:add|put|save)\\s+all\\s+(?:the\\s+)?(?:songs?|tracks?|music)\\s+(?:by|of|from)\\s+(?<by>.+?)\\s+(?:to|on|onto|into|in)\\s+(?:the\\s+|my\\s+)?playlist\\s+(?<list>.+)",
    `(?:add|put|save)\\s+${song}(?<name>.+?)\\s+(?:to|on|onto|into|in)\\s+(?:the\\s+|my\\s+)?playlist\\s+(?:called\\s+|named\\s+)?(?<list>.+?)${inMusic}`,
    `(?:add|put|save)\\s+${song}(?<name>.+?)\\s+(?:to|on|onto|into|in)\\s+(?:the\\s+|my\\s+)?(?<list>.+?)\\s+playlist${inMusic}`,
  ]);
  if (found?.list === undefined) return undefined;
  const list = unquoted(found.list);
  if (found.by !== undefined) return { kind: "addAllToList", app: "music", by: unquoted(found.by), list };
  const thing = songName(found.name ?? "");
  return thing === undefined ? undefined : { kind: "addToList", app: "music", thing, list };
}

function readLongest(clause: string): Goal | undefined {
  const found = groupsIn(clause, [
    `(?:tell\\s+me\\s+)?(?:which|what)\\s+(?:song|track)\\s+(?:by|of|from)\\s+(?<by>.+?)\\s+is\\s+(?:the\\s+)?(?<which>longest|shortest)${inMusic}`,
    `(?:which|what)\\s+is\\s+the\\s+(?<which>longest|shortest)\\s+(?:song|track)\\s+(?:by|of|from)\\s+(?<by>.+?)${inMusic}`,
  ]);
  return found?.by === undefined
    ? undefined
    : { kind: "tellExtreme", app: "music", by: unquoted(found.by), most: /long/i.test(found.which ?? "") };
}

/** Goals about songs and playlists. */
export const readMusicGoal = (clause: string): Goal | undefined =>
  readIntoList(clause) ?? readLongest(clause) ?? readArtist(clause) ?? readPlay(clause);

import { folderName, type KindOfThing, kindOf, type ThingNoun } from "../knowledge/kinds-of-things.ts";

/** A thing as a task names it: `the note "Old list"`, `my Swimming appointment`, `a1.txt in the Download folder`. */
export interface NamedThing {
  readonly noun: ThingNoun;
  readonly app: string;
  readonly name: string;
  /** The way to it from the app's first page. */
  readonly within: readonly string[];
}

const determiner = "(?:(?:the|my|our|a|an|one|this|that|another)\\s+)?(?:(?:new|existing|empty|whole)\\s+)*";
const naming = "(?:(?:named|called|titled|labell?ed|with the (?:name|title)|by the name of)\\s+)?";
const storage = "(?:(?:the\\s+)?(?:top level of\\s+)?(?:the\\s+|my\\s+)?(?:internal\\s+)?(?:storage|memory))";
const appPlace =
  "(?:the\\s+|my\\s+)?(?:(?:notes|music|files|calendar|phone)(?:\\s+(?:app(?:lication)?|library))?|call (?:history|log|list)|music library)";

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["“']|["”'.,]$/g, "")
    .trim();

const hasExtension = (name: string): boolean => /\.(?:[a-z0-9]{2,4})$/i.test(name);

/** Takes off where the thing is: its app, the storage, a folder. */
function takePlace(text: string): { readonly rest: string; readonly within: readonly string[] } {
  const lead = "\\s*,?\\s+(?:in|inside|within|from|of|on|at|out of)\\s+";
  const place = new RegExp(`${lead}(?:${storage}|${appPlace})$`, "i");
  const folders = new RegExp(
    `${lead}(?:the\\s+|my\\s+)?(?:(?:folder|directory)\\s+(?<after>.+?)|(?<before>[^,]+?)\\s+(?:folder|directory)|(?<known>downloads?|documents|pictures))$`,
    "i",
  );
  let rest = text.trim();
  const within: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    if (place.test(rest)) {
      rest = rest.replace(place, "");
      continue;
    }
    const groups = folders.exec(rest)?.groups;
    const name = groups?.after ?? groups?.before ?? groups?.known;
    if (name === undefined) break;
    within.unshift(folderName(name));
    rest = rest.replace(folders, "");
  }
  return { rest, within };
}

function named(text: string, kind: KindOfThing): string | undefined {
  const before = new RegExp(`^${determiner}(?:${kind.called})\\s+${naming}(?<name>.+)$`, "iu");
  const after = new RegExp(`^${determiner}(?<name>["“].+["”]|.+?)\\s+(?:${kind.called})$`, "iu");
  return before.exec(text)?.groups?.name ?? after.exec(text)?.groups?.name;
}

const vague =
  /^(?:it|them|that|this|all|every|each|everything|any|some|other|others|last|newest|first|new|next|app|application|called|named|titled)\b|\b(?:that|which|who|where|when|if|unless|except)\b/i;

/** The thing that a noun phrase names; undefined when it names none of a kind that is known. */
export function namedThing(phrase: string, nouns: readonly ThingNoun[]): NamedThing | undefined {
  const { rest, within } = takePlace(phrase);
  for (const noun of nouns) {
    const kind = kindOf(noun);
    const name = unquoted(named(rest, kind) ?? "");
    if (name !== "" && !vague.test(name)) return thing(noun, name, within);
  }
  const bare = unquoted(rest.replace(/^(?:the|my)\s+/i, ""));
  if (nouns.includes("file") && hasExtension(bare) && !vague.test(bare)) return thing("file", bare, within);
  // "Swimming from my calendar" and "Gravel in the Music app" name their kind by where they are.
  const where = phrase.slice(rest.length);
  const byPlace = /\bcalendar\b/i.test(where) ? "event" : /\bmusic\b/i.test(where) ? "song" : undefined;
  if (byPlace === undefined || !nouns.includes(byPlace) || bare === "" || vague.test(bare)) return undefined;
  return thing(byPlace, bare, within);
}

function thing(noun: ThingNoun, name: string, folders: readonly string[]): NamedThing {
  const { app, within } = kindOf(noun);
  return { noun, app, name, within: [...within, ...folders] };
}

/** Where something is to go: `Documents`, `the folder Office`, `the playlist Train`. */
export function targetPlace(text: string): string | undefined {
  const name =
    /^(?:the\s+|my\s+)?(?:folder|directory|playlist)\s+(?:named\s+|called\s+)?(?<name>.+)$/iu.exec(
      text.trim(),
    )?.groups?.name ??
    text
      .trim()
      .replace(/^(?:the\s+|my\s+)/i, "")
      .replace(/\s+(?:folder|directory|playlist)$/i, "");
  const bare = folderName(unquoted(name));
  return bare === "" || vague.test(bare) ? undefined : bare;
}

/** Things with names that an app lists, and how the app speaks of them. */
export interface KindOfThing {
  /** What tasks call one, as a pattern's source. */
  readonly called: string;
  /** What the app calls one: "New note". */
  readonly noun: string;
  readonly app: string;
  /** The way from the app's first page to the list. */
  readonly within: readonly string[];
  /** What the fields of a new one are called. */
  readonly nameField: readonly string[];
  readonly textField?: readonly string[];
}

export const kindsOfThings = [
  {
    called: "notes?|memos?",
    noun: "note",
    app: "notes",
    within: [],
    nameField: ["Title", "Name"],
    textField: ["Note", "Text", "Content"],
  },
  {
    called: "playlists?",
    noun: "playlist",
    app: "music",
    within: ["Playlists"],
    nameField: ["Playlist name", "Name", "Title"],
  },
  { called: "songs?|tracks?|titles?", noun: "song", app: "music", within: ["Songs"], nameField: ["Title"] },
  {
    called: "folders?|director(?:y|ies)",
    noun: "folder",
    app: "files",
    within: [],
    nameField: ["Folder name", "Name"],
  },
  { called: "files?|documents?", noun: "file", app: "files", within: [], nameField: ["Name"] },
  {
    called: "(?:calendar )?(?:events?|appointments?|meetings?|entr(?:y|ies))",
    noun: "event",
    app: "calendar",
    within: [],
    nameField: ["Event name", "Title"],
  },
] as const satisfies readonly KindOfThing[];

export type ThingNoun = (typeof kindsOfThings)[number]["noun"];

export const kindOf = (noun: ThingNoun): KindOfThing =>
  kindsOfThings.find((kind) => kind.noun === noun) ?? kindsOfThings[0];

/** Folders that every phone has, by what people call them. */
export function folderName(said: string): string {
  const name = said.trim().replace(/^["“']|["”']$/g, "");
  return /^downloads?$/i.test(name)
    ? "Download"
    : /^documents?$/i.test(name)
      ? "Documents"
      : /^(?:pictures?|photos?)$/i.test(name)
        ? "Pictures"
        : name;
}

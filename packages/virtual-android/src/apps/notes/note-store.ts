import type { AppContext } from "../../system/app.ts";

export const NOTES_ROOT = "/sdcard/Notes";

export interface Note {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly changedAt: number;
}

export interface Folder {
  readonly path: string;
  readonly name: string;
  readonly notes: number;
}

const titleOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");

function entries(app: AppContext, folder: string): readonly string[] {
  if (app.files.find(folder)?.isDirectory() !== true) return [];
  return app.files.list(folder).filter((name) => !name.startsWith("."));
}

export function readNote(app: AppContext, path: string): Note | null {
  const stat = app.files.find(path);
  if (stat?.isFile() !== true) return null;
  return {
    path,
    title: titleOf(path),
    text: app.files.read(path).toString("utf8"),
    changedAt: stat.mtimeMs,
  };
}

export function notesIn(app: AppContext, folder: string): readonly Note[] {
  return entries(app, folder)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => readNote(app, `${folder}/${name}`) ?? []);
}

export function foldersIn(app: AppContext, folder: string): readonly Folder[] {
  return entries(app, folder)
    .map((name) => ({ name, path: `${folder}/${name}` }))
    .filter(({ path }) => app.files.find(path)?.isDirectory() === true)
    .map(({ name, path }) => ({ name, path, notes: notesIn(app, path).length }));
}

/** The folder and all below it. */
export function allFolders(app: AppContext, folder = NOTES_ROOT): readonly string[] {
  return [folder, ...foldersIn(app, folder).flatMap(({ path }) => allFolders(app, path))];
}

export const allNotes = (app: AppContext): readonly Note[] =>
  allFolders(app).flatMap((folder) => notesIn(app, folder));

/** Why a note or folder cannot be called this, or null. */
export function nameProblem(
  app: AppContext,
  folder: string,
  name: string,
  extension: ".md" | "",
): string | null {
  const wanted = name.trim();
  if (wanted === "") return "Enter a name";
  if (/[/\\:*?"<>|]/.test(wanted) || wanted.startsWith(".")) return 'A name has none of / \\ : * ? " < > |';
  return app.files.find(`${folder}/${wanted}${extension}`) === null ? null : "This name is taken";
}

/** A title that is free: "Groceries", "Groceries (1)". */
export function freePath(app: AppContext, folder: string, title: string): string {
  const base =
    title
      .trim()
      .replaceAll(/[/\\:*?"<>|]/g, "-")
      .replace(/^\.+/, "") || "Untitled";
  for (let number = 0; ; number += 1) {
    const path = `${folder}/${base}${number === 0 ? "" : ` (${number})`}.md`;
    if (app.files.find(path) === null) return path;
  }
}

export function writeNote(app: AppContext, path: string, text: string): void {
  app.files.makeDirectory(path.slice(0, path.lastIndexOf("/")), true);
  app.files.write(path, Buffer.from(text, "utf8"));
  app.files.setTimes(path, app.now().getTime() / 1_000);
  app.invalidate();
}

export function moveNote(app: AppContext, path: string, to: string): void {
  app.files.makeDirectory(to.slice(0, to.lastIndexOf("/")), true);
  app.files.rename(path, to);
  app.invalidate();
}

export function removeNote(app: AppContext, path: string): void {
  app.files.remove(path, true);
  app.invalidate();
}

export function makeFolder(app: AppContext, path: string): void {
  app.files.makeDirectory(path, true);
  app.invalidate();
}

/** The first line that says something, without its marks. */
export const snippetOf = ({ text }: Note): string =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(#+|[-*]( \[[ xX]\])?|>)\s+/, "").trim())
    .find((line) => line !== "") ?? "";

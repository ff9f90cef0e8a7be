import type { AppContext } from "../../system/app.ts";

export const STORAGE_ROOT = "/sdcard";

export interface FileEntry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly changedAt: number;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** What begins with a dot is hidden, as on Android. */
export function entriesOf(app: AppContext, folder: string): readonly FileEntry[] {
  if (app.files.find(folder)?.isDirectory() !== true) return [];
  return app.files
    .list(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      const stat = app.files.find(path);
      if (stat === null) return [];
      return [{ path, name, isFolder: stat.isDirectory(), bytes: stat.size, changedAt: stat.mtimeMs }];
    });
}

export const allEntries = (app: AppContext, folder: string): readonly FileEntry[] =>
  entriesOf(app, folder).flatMap((entry) =>
    entry.isFolder ? [entry, ...allEntries(app, entry.path)] : [entry],
  );

/** "notes.txt", then "notes (1).txt". */
function freePath(app: AppContext, folder: string, name: string): string {
  const [, stem = name, extension = ""] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 0; ; number += 1) {
    const path = `${folder}/${stem}${number === 0 ? "" : ` (${number})`}${extension}`;
    if (app.files.find(path) === null) return path;
  }
}

export function copyTo(app: AppContext, path: string, folder: string): void {
  const target = freePath(app, folder, fileNameOf(path));
  copyTree(app, path, target);
  app.invalidate();
}

function copyTree(app: AppContext, path: string, target: string): void {
  if (app.files.stat(path).isDirectory()) {
    app.files.makeDirectory(target);
    for (const name of app.files.list(path)) copyTree(app, `${path}/${name}`, `${target}/${name}`);
  } else app.files.write(target, app.files.read(path));
}

export function moveTo(app: AppContext, path: string, folder: string): void {
  if (folderOf(path) !== folder) app.files.rename(path, freePath(app, folder, fileNameOf(path)));
  app.invalidate();
}

/** A folder cannot go into itself. */
export const canHold = (folder: string, path: string): boolean =>
  folder !== path && !folder.startsWith(`${path}/`);

export function renameTo(app: AppContext, path: string, name: string): void {
  app.files.rename(path, `${folderOf(path)}/${name}`);
  app.invalidate();
}

export function deleteAll(app: AppContext, paths: readonly string[]): void {
  for (const path of paths) app.files.remove(path, true);
  app.invalidate();
}

export function makeFileFolder(app: AppContext, path: string): void {
  app.files.makeDirectory(path);
  app.invalidate();
}

export function fileNameProblem(app: AppContext, folder: string, name: string): string | null {
  const wanted = name.trim();
  if (wanted === "") return "Enter a name";
  if (/[/\\:*?"<>|]/.test(wanted)) return 'A name has none of / \\ : * ? " < > |';
  return app.files.find(`${folder}/${wanted}`) === null ? null : "An item with this name already exists here";
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(2)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

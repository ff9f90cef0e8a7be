import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { AppDatabase } from "../app.ts";

export const MEDIA_PROVIDER = "com.android.providers.media.module";

/** android.provider.MediaStore.Files.FileColumns.MEDIA_TYPE_* */
const MEDIA_TYPE = { none: 0, image: 1, audio: 2, video: 3, document: 6 } as const;

const TYPES: Readonly<Record<string, readonly [mime: string, type: number]>> = {
  ".png": ["image/png", MEDIA_TYPE.image],
  ".jpg": ["image/jpeg", MEDIA_TYPE.image],
  ".jpeg": ["image/jpeg", MEDIA_TYPE.image],
  ".gif": ["image/gif", MEDIA_TYPE.image],
  ".webp": ["image/webp", MEDIA_TYPE.image],
  ".mp3": ["audio/mpeg", MEDIA_TYPE.audio],
  ".m4a": ["audio/mp4", MEDIA_TYPE.audio],
  ".ogg": ["audio/ogg", MEDIA_TYPE.audio],
  ".wav": ["audio/x-wav", MEDIA_TYPE.audio],
  ".flac": ["audio/flac", MEDIA_TYPE.audio],
  ".mp4": ["video/mp4", MEDIA_TYPE.video],
  ".webm": ["video/webm", MEDIA_TYPE.video],
  ".pdf": ["application/pdf", MEDIA_TYPE.document],
  ".txt": ["text/plain", MEDIA_TYPE.document],
  ".md": ["text/markdown", MEDIA_TYPE.document],
};

const MOST_FILES = 10_000;
const STORAGE = "/storage/emulated/0";

/** MediaProvider's file with the columns that anybody asks for. */
export const mediaDatabase: AppDatabase = {
  packageName: MEDIA_PROVIDER,
  path: `data/data/${MEDIA_PROVIDER}/databases/external.db`,
  create: (database) => {
    database.exec(`
      CREATE TABLE files (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, _data TEXT UNIQUE NOT NULL, _display_name TEXT, title TEXT, _size INTEGER,
        mime_type TEXT, media_type INTEGER NOT NULL DEFAULT 0, date_added INTEGER, date_modified INTEGER, datetaken INTEGER,
        relative_path TEXT, bucket_display_name TEXT, width INTEGER, height INTEGER, duration INTEGER,
        is_pending INTEGER NOT NULL DEFAULT 0, is_trashed INTEGER NOT NULL DEFAULT 0,
        volume_name TEXT NOT NULL DEFAULT 'external_primary');
      CREATE VIEW images AS SELECT * FROM files WHERE media_type = 1;
      CREATE VIEW audio AS SELECT * FROM files WHERE media_type = 2;
      CREATE VIEW video AS SELECT * FROM files WHERE media_type = 3;
      CREATE VIEW downloads AS SELECT * FROM files WHERE relative_path LIKE 'Download/%';
    `);
  },
};

/** Brings the rows to what lies on the storage, as MediaProvider's scanner does whenever a file is closed there. */
export function scanMedia(database: DatabaseSync, sdcard: string): void {
  const found = new Map(filesBelow(sdcard).map((path) => [STORAGE + path, path]));
  const known = database.prepare("SELECT _data, _size, date_modified FROM files").all();
  for (const row of known) {
    const data = String(row._data);
    const path = found.get(data);
    const file = path === undefined ? null : statSync(join(sdcard, path));
    const isSame =
      file !== null && file.size === row._size && Math.floor(file.mtimeMs / 1_000) === row.date_modified;
    if (isSame) found.delete(data);
    else if (file === null) database.prepare("DELETE FROM files WHERE _data = ?").run(data);
  }
  for (const [data, path] of found) keep(database, data, join(sdcard, path));
}

/** What is deleted of the rows goes from the storage too. */
export function deleteMedia(database: DatabaseSync, sdcard: string, sql: string): number {
  const rows = database.prepare(sql).all();
  for (const { _data: data } of rows)
    rmSync(join(sdcard, String(data).slice(STORAGE.length)), { force: true });
  scanMedia(database, sdcard);
  return rows.length;
}

/** `/DCIM/a.png`, without what is hidden and links, which may lead anywhere. */
function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const pending = [""];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const entries = readdirSync(join(root, directory), { withFileTypes: true });
    if (entries.some(({ name }) => name === ".nomedia")) continue;
    for (const entry of entries) {
      if (entry.name.startsWith(".") || files.length >= MOST_FILES) continue;
      if (entry.isDirectory()) pending.push(`${directory}/${entry.name}`);
      else if (entry.isFile()) files.push(`${directory}/${entry.name}`);
    }
  }
  return files.sort();
}

function keep(database: DatabaseSync, data: string, file: string): void {
  const { size, mtimeMs } = statSync(file);
  const [mime, type] = TYPES[extname(file).toLowerCase()] ?? ["application/octet-stream", MEDIA_TYPE.none];
  const name = basename(data);
  const directory = dirname(data).slice(STORAGE.length + 1);
  const modified = Math.floor(mtimeMs / 1_000);
  const [width, height] = mime === "image/png" ? pngSize(file) : [null, null];
  database
    .prepare(
      `INSERT INTO files (_data, _display_name, title, _size, mime_type, media_type, date_added, date_modified, datetaken,
         relative_path, bucket_display_name, width, height) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (_data) DO UPDATE SET _size = excluded._size, date_modified = excluded.date_modified,
         width = excluded.width, height = excluded.height`,
    )
    .run(
      data,
      name,
      basename(name, extname(name)),
      size,
      mime,
      type,
      modified,
      modified,
      type === MEDIA_TYPE.image ? modified * 1_000 : null,
      directory === "" ? "/" : `${directory}/`,
      basename(directory) || null,
      width,
      height,
    );
}

/** From the header, which is the first chunk. */
function pngSize(path: string): readonly [width: number | null, height: number | null] {
  const header = Buffer.alloc(24);
  const file = openSync(path, "r");
  try {
    if (readSync(file, header) < header.length || header.toString("latin1", 12, 16) !== "IHDR")
      return [null, null];
    return [header.readUInt32BE(16), header.readUInt32BE(20)];
  } finally {
    closeSync(file);
  }
}

import type { AppContext, AppDatabase } from "../../system/app.ts";

export const MUSIC_PACKAGE = "org.drover.music";

export interface Track {
  readonly id: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly seconds: number;
}
export interface Playlist {
  readonly id: number;
  readonly name: string;
  readonly tracks: number;
}

const TRACKS: readonly (readonly [title: string, artist: string, album: string, seconds: number])[] = [
  ["Morning Ferry", "Nora Vale", "Harbour Songs", 214],
  ["Salt and Rope", "Nora Vale", "Harbour Songs", 187],
  ["The Pilot's Daughter", "Nora Vale", "Harbour Songs", 243],
  ["Low Tide", "Nora Vale", "Harbour Songs", 201],
  ["Paper Planets", "The Orreries", "Clockwork Sky", 232],
  ["Second Moon", "The Orreries", "Clockwork Sky", 198],
  ["Clockwork Sky", "The Orreries", "Clockwork Sky", 305],
  ["Gravity Asleep", "The Orreries", "Clockwork Sky", 274],
  ["Night Bus", "Kilo Watts", "City Lights", 176],
  ["Neon Rain", "Kilo Watts", "City Lights", 223],
  ["Rooftop", "Kilo Watts", "City Lights", 192],
  ["Night Bus (Live)", "Kilo Watts", "Live at the Depot", 248],
  ["Neon Rain (Live)", "Kilo Watts", "Live at the Depot", 281],
  ["Prelude in Green", "Ida Holm", "Piano Rooms", 154],
  ["Prelude in Blue", "Ida Holm", "Piano Rooms", 166],
  ["Waltz for a Window", "Ida Holm", "Piano Rooms", 209],
  ["Campfire", "Old Post Road", "Long Way", 195],
  ["Long Way", "Old Post Road", "Long Way", 262],
  ["Gravel", "Old Post Road", "Long Way", 218],
  ["Homeward", "Old Post Road", "Long Way", 237],
];

export const musicDatabase: AppDatabase = {
  packageName: MUSIC_PACKAGE,
  path: `data/data/${MUSIC_PACKAGE}/databases/music.db`,
  create: (database) => {
    database.exec(`
      CREATE TABLE tracks (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL, seconds INTEGER NOT NULL);
      CREATE TABLE playlists (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE playlist_tracks (
        playlist_id INTEGER NOT NULL REFERENCES playlists(id), position INTEGER NOT NULL,
        track_id INTEGER NOT NULL REFERENCES tracks(id), PRIMARY KEY (playlist_id, position));
      CREATE TABLE playback (
        id INTEGER PRIMARY KEY CHECK (id = 1), queue TEXT NOT NULL, at INTEGER NOT NULL, started_at INTEGER,
        elapsed_milliseconds INTEGER NOT NULL);
    `);
    const insert = database.prepare("INSERT INTO tracks (title, artist, album, seconds) VALUES (?, ?, ?, ?)");
    for (const track of TRACKS) insert.run(...track);
  },
};

const open = (app: AppContext) => app.database(MUSIC_PACKAGE);
const trackOf = (row: Record<string, unknown>): Track => ({
  id: Number(row.id),
  title: String(row.title),
  artist: String(row.artist),
  album: String(row.album),
  seconds: Number(row.seconds),
});

export const tracks = (app: AppContext): readonly Track[] =>
  open(app).prepare("SELECT * FROM tracks ORDER BY title, id").all().map(trackOf);

export function playlists(app: AppContext): readonly Playlist[] {
  const rows = open(app)
    .prepare(
      "SELECT p.*, (SELECT count(*) FROM playlist_tracks WHERE playlist_id = p.id) AS tracks FROM playlists p ORDER BY name, id",
    )
    .all();
  return rows.map((row) => ({ id: Number(row.id), name: String(row.name), tracks: Number(row.tracks) }));
}

export const playlistTracks = (app: AppContext, playlist: number): readonly Track[] =>
  open(app)
    .prepare(
      "SELECT t.* FROM playlist_tracks p JOIN tracks t ON t.id = p.track_id WHERE p.playlist_id = ? ORDER BY p.position",
    )
    .all(playlist)
    .map(trackOf);

export function makePlaylist(app: AppContext, name: string): number {
  const made = open(app).prepare("INSERT INTO playlists (name) VALUES (?)").run(name);
  app.invalidate();
  return Number(made.lastInsertRowid);
}

export function renamePlaylist(app: AppContext, id: number, name: string): void {
  open(app).prepare("UPDATE playlists SET name = ? WHERE id = ?").run(name, id);
  app.invalidate();
}

export function deletePlaylist(app: AppContext, id: number): void {
  open(app).prepare("DELETE FROM playlist_tracks WHERE playlist_id = ?").run(id);
  open(app).prepare("DELETE FROM playlists WHERE id = ?").run(id);
  app.invalidate();
}

/** Positions count from 1 and have no gaps. */
export function setPlaylistTracks(app: AppContext, id: number, ids: readonly number[]): void {
  const database = open(app);
  database.exec("BEGIN");
  database.prepare("DELETE FROM playlist_tracks WHERE playlist_id = ?").run(id);
  const insert = database.prepare(
    "INSERT INTO playlist_tracks (playlist_id, position, track_id) VALUES (?, ?, ?)",
  );
  ids.forEach((track, index) => {
    insert.run(id, index + 1, track);
  });
  database.exec("COMMIT");
  app.invalidate();
}

export function addToPlaylist(app: AppContext, id: number, track: number): void {
  setPlaylistTracks(app, id, [...playlistTracks(app, id).map((one) => one.id), track]);
}

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { MediaSession, VirtualDevice } from "../../system/device.ts";
import { MUSIC_PACKAGE, musicDatabase } from "./music-store.ts";
import { nowPlaying } from "./playback.ts";

/** The session of Music as it is by now: its queue continued while nobody looked. */
export function upToDate(session: MediaSession, { filesRoot, clock }: VirtualDevice): MediaSession {
  if (session.packageName !== MUSIC_PACKAGE) return session;
  using database = new DatabaseSync(join(filesRoot, musicDatabase.path), { readOnly: true });
  const now = nowPlaying(database, clock().getTime());
  if (now === null) return session;
  const track = database.prepare("SELECT title, artist, album FROM tracks WHERE id = ?").get(now.track);
  return {
    ...session,
    isPlaying: now.playing,
    positionMilliseconds: now.positionMilliseconds,
    title: String(track?.title),
    artist: String(track?.artist),
    album: String(track?.album),
  };
}

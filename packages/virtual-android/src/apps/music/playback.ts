import type { DatabaseSync } from "node:sqlite";

export interface Playback {
  /** Ids of tracks. */
  readonly queue: readonly number[];
  readonly at: number;
  /** null while it is paused. */
  readonly startedAt: number | null;
  readonly elapsedMilliseconds: number;
}

export interface NowPlaying {
  readonly track: number;
  readonly playing: boolean;
  readonly positionMilliseconds: number;
  readonly queue: readonly number[];
  readonly at: number;
}

export function savePlayback(
  database: DatabaseSync,
  { queue, at, startedAt, elapsedMilliseconds }: Playback,
): void {
  database
    .prepare(
      "INSERT OR REPLACE INTO playback (id, queue, at, started_at, elapsed_milliseconds) VALUES (1, ?, ?, ?, ?)",
    )
    .run(JSON.stringify(queue), at, startedAt, elapsedMilliseconds);
}

/** What plays at the moment: time goes through the queue by itself, and ends with it. */
export function nowPlaying(database: DatabaseSync, now: number): NowPlaying | null {
  const row = database.prepare("SELECT * FROM playback").get();
  if (row === undefined) return null;
  const queue: unknown = JSON.parse(String(row.queue));
  const ids = Array.isArray(queue) ? queue.map(Number) : [];
  const lengths = new Map(
    database
      .prepare("SELECT id, seconds FROM tracks")
      .all()
      .map((track) => [Number(track.id), Number(track.seconds) * 1_000] as const),
  );
  const startedAt = row.started_at === null ? null : Number(row.started_at);
  let position = Number(row.elapsed_milliseconds) + (startedAt === null ? 0 : Math.max(0, now - startedAt));
  let at = Number(row.at);
  const lengthAt = (index: number): number => lengths.get(ids[index] ?? 0) ?? 0;
  while (at < ids.length - 1 && position >= lengthAt(at)) {
    position -= lengthAt(at);
    at += 1;
  }
  const track = ids[at];
  if (track === undefined) return null;
  const over = position >= lengthAt(at);
  return {
    track,
    playing: startedAt !== null && !over,
    positionMilliseconds: Math.min(position, lengthAt(at)),
    queue: ids,
    at,
  };
}

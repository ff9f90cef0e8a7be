import type { AppContext } from "../../system/app.ts";
import { column, icon, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { MUSIC_PACKAGE, type Track, tracks } from "./music-store.ts";
import { type NowPlaying, nowPlaying, type Playback, savePlayback } from "./playback.ts";

const COVERS = ["#5c6bc0", "#26a69a", "#ef6c00", "#8e24aa", "#546e7a", "#c62828"] as const;

export function cover(track: Track, size: number): Widget {
  const sum = [...track.album].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return column(
    {
      class: "android.widget.ImageView",
      leaf: true,
      box: { width: size, height: size, align: "center", justify: "center" },
      look: { background: COVERS[sum % COVERS.length] ?? COVERS[0], radius: size / 8 },
    },
    [icon("music", size * 0.55, "#ffffff")],
  );
}

export const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export function playing(app: AppContext): (NowPlaying & { readonly shown: Track }) | null {
  const now = nowPlaying(app.database(MUSIC_PACKAGE), app.now().getTime());
  const shown = tracks(app).find(({ id }) => id === now?.track);
  return now === null || shown === undefined ? null : { ...now, shown };
}

function keep(app: AppContext, playback: Playback): void {
  savePlayback(app.database(MUSIC_PACKAGE), playback);
  const shown = tracks(app).find(({ id }) => id === playback.queue[playback.at]);
  if (shown !== undefined)
    app.play({
      isPlaying: playback.startedAt !== null,
      positionMilliseconds: playback.elapsedMilliseconds,
      title: shown.title,
      artist: shown.artist,
      album: shown.album,
    });
  app.invalidate();
}

export function play(app: AppContext, queue: readonly number[], at: number, elapsedMilliseconds = 0): void {
  keep(app, { queue, at, startedAt: app.now().getTime(), elapsedMilliseconds });
}

export function seek(app: AppContext, now: NowPlaying, at: number, elapsedMilliseconds: number): void {
  const startedAt = now.playing ? app.now().getTime() : null;
  keep(app, { queue: now.queue, at, startedAt, elapsedMilliseconds });
}

export function togglePlaying(app: AppContext, now: NowPlaying): void {
  const startedAt = now.playing ? null : app.now().getTime();
  const { queue, at, positionMilliseconds: elapsedMilliseconds } = now;
  keep(app, { queue, at, startedAt, elapsedMilliseconds });
}

/** The line at the bottom while something plays, or has. */
export function miniPlayer(app: AppContext): Widget | null {
  const now = playing(app);
  if (now === null) return null;
  return row(
    {
      id: "mini_player",
      class: "android.view.ViewGroup",
      onTap: () => app.start({ component: "org.drover.music/.PlayerActivity" }),
      box: { width: "fill", height: 68, padding: [0, 8, 0, 16], gap: 14, align: "center" },
      look: { background: "surfaceContainer" },
    },
    [
      cover(now.shown, 44),
      column({ box: { weight: 1, gap: 2 } }, [
        text(now.shown.title, { size: 16, maxLines: 1 }, { id: "mini_title" }),
        text(
          `${minutesText(Math.floor(now.positionMilliseconds / 1_000))} / ${minutesText(now.shown.seconds)}`,
          { size: 13, color: "onSurfaceVariant" },
          { id: "mini_position" },
        ),
      ]),
      iconButton(
        now.playing ? "pause" : "play",
        now.playing ? "Pause" : "Play",
        () => togglePlaying(app, now),
        {
          id: "mini_play_pause",
        },
      ),
    ],
  );
}

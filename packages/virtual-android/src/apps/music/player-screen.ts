import { defineScreen } from "../../system/app.ts";
import { appPage, emptyState } from "../../toolkit/app-widgets.ts";
import { column, gap, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import { seekBar } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import { cover, minutesText, playing, seek, togglePlaying } from "./music-widgets.ts";

/** While something plays its screen is never idle, as on Android. */
export const playerScreen = defineScreen({
  component: "org.drover.music/.PlayerActivity",
  initialState: () => ({}),
  render: ({ app }) => {
    const now = playing(app);
    const bar = toolbar({ title: "", onBack: () => app.finish() });
    if (now === null) return { root: appPage("player", [bar, emptyState("music", "Nothing is playing")]) };
    const { shown, at, queue, positionMilliseconds } = now;
    const length = shown.seconds * 1_000;
    const go = (to: number) => seek(app, now, Math.min(queue.length - 1, Math.max(0, to)), 0);
    const back = () => (positionMilliseconds > 3_000 ? seek(app, now, at, 0) : go(at - 1));
    return {
      root: appPage("player", [
        bar,
        column({ box: { width: "fill", padding: [16, 32], gap: 16, align: "center" } }, [
          cover(shown, 264),
          text(
            shown.title,
            { size: 26, align: "center", maxLines: 1 },
            { id: "title", box: { width: "fill" } },
          ),
          text(
            `${shown.artist} · ${shown.album}`,
            { size: 16, align: "center", color: "onSurfaceVariant", maxLines: 1 },
            { id: "artist", box: { width: "fill" } },
          ),
          seekBar(
            positionMilliseconds / length,
            (fraction) => seek(app, now, at, Math.floor(fraction * length)),
            {
              id: "seek_bar",
              desc: "Position",
            },
          ),
          row({ box: { width: "fill", justify: "between" } }, [
            text(minutesText(Math.floor(positionMilliseconds / 1_000)), { size: 13 }, { id: "elapsed" }),
            text(minutesText(shown.seconds), { size: 13 }, { id: "duration" }),
          ]),
          row({ box: { width: "fill", justify: "center", gap: 28, align: "center" } }, [
            iconButton("previous", "Previous", back, { id: "previous" }),
            iconButton(
              now.playing ? "pause" : "play",
              now.playing ? "Pause" : "Play",
              () => togglePlaying(app, now),
              {
                id: "play_pause",
                box: { width: 72, height: 72, padding: 20 },
                look: {
                  background: "primaryContainer",
                  radius: 36,
                  icon: { name: now.playing ? "pause" : "play", size: 32, color: "onPrimaryContainer" },
                },
              },
            ),
            iconButton("next", "Next", () => go(at + 1), { id: "next", enabled: at < queue.length - 1 }),
          ]),
        ]),
        gap({ weight: 1 }),
      ]),
      ...(now.playing ? { refreshMilliseconds: 1_000, neverIdle: true } : {}),
    };
  },
});

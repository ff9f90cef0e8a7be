import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import {
  appPage,
  confirmDialog,
  emptyState,
  item,
  popupMenu,
  snackbar,
  textDialog,
} from "../../toolkit/app-widgets.ts";
import { iconButton, list, row } from "../../toolkit/basic-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import {
  deletePlaylist,
  playlists,
  playlistTracks,
  renamePlaylist,
  setPlaylistTracks,
  type Track,
} from "./music-store.ts";
import { cover, miniPlayer, minutesText, play, playing } from "./music-widgets.ts";

interface PlaylistState {
  readonly id: number;
  readonly dialog: "menu" | "delete" | { readonly name: string } | null;
  /** The tracks as they were before one was taken out. */
  readonly before: readonly number[] | null;
}
type PlaylistView = View<PlaylistState>;

export const playlistScreen = defineScreen<PlaylistState>({
  component: "org.drover.music/.PlaylistActivity",
  initialState: (intent) => ({ id: Number(intent.extras.playlist ?? 0), dialog: null, before: null }),
  render: (view) => {
    const { app, state } = view;
    const name = playlists(app).find(({ id }) => id === state.id)?.name ?? "";
    const shown = playlistTracks(app, state.id);
    const { before } = state;
    const undo = () => {
      if (before !== null) setPlaylistTracks(app, state.id, before);
      view.set({ before: null });
    };
    const dialog = dialogOf(view, name);
    return {
      root: appPage(
        "playlist",
        [
          toolbar({
            title: name,
            onBack: () => app.finish(),
            actions: [
              iconButton(
                "play",
                "Play all",
                () =>
                  play(
                    app,
                    shown.map(({ id }) => id),
                    0,
                  ),
                {
                  id: "action_play_all",
                  enabled: shown.length > 0,
                },
              ),
              iconButton("more", "More options", () => view.set({ dialog: "menu" })),
            ],
          }),
          shown.length === 0
            ? emptyState("music", "This playlist is empty")
            : list(
                { id: "song_list", box: { width: "fill" } },
                shown.map((track, at) => trackRow(view, shown, track, at)),
              ),
          miniPlayer(app),
        ],
        [before === null ? null : snackbar("Removed from playlist", { label: "Undo", onTap: undo })],
      ),
      ...(dialog === null ? {} : { dialog }),
      ...(playing(app)?.playing === true ? { refreshMilliseconds: 1_000, neverIdle: true } : {}),
    };
  },
});

function trackRow(view: PlaylistView, all: readonly Track[], track: Track, at: number): Widget {
  const { app, state } = view;
  const ids = all.map(({ id }) => id);
  const up = () => setPlaylistTracks(app, state.id, ids.toSpliced(at, 1).toSpliced(at - 1, 0, track.id));
  const remove = () => {
    setPlaylistTracks(app, state.id, ids.toSpliced(at, 1));
    view.set({ before: ids });
  };
  return item({
    key: `entry-${at}-${track.id}`,
    id: "song_item",
    leading: cover(track, 48),
    title: track.title,
    subtitle: `${track.artist} · ${minutesText(track.seconds)}`,
    trailing: row({ box: { align: "center" } }, [
      at === 0 ? null : iconButton("collapse", `Move ${track.title} up`, up, { id: "move_up" }),
      iconButton("close", `Remove ${track.title}`, remove, { id: "remove" }),
    ]),
    onTap: () => play(app, ids, at),
  });
}

function dialogOf(view: PlaylistView, name: string): Dialog | null {
  const { app, state } = view;
  const close = () => view.set({ dialog: null });
  const { dialog } = state;
  if (dialog === null) return null;
  if (dialog === "menu")
    return popupMenu(
      [
        { label: "Rename", onTap: () => view.set({ dialog: { name } }) },
        { label: "Delete playlist", onTap: () => view.set({ dialog: "delete" }) },
      ],
      close,
    );
  if (dialog === "delete")
    return confirmDialog({
      title: "Delete playlist?",
      message: `“${name}” will be deleted. Its songs stay in the library.`,
      yes: "Delete",
      onNo: close,
      onYes: () => {
        deletePlaylist(app, state.id);
        app.finish();
      },
    });
  return textDialog({
    title: "Rename playlist",
    hint: "Playlist name",
    value: dialog.name,
    yes: "Rename",
    onType: (typed) => view.set({ dialog: { name: typed } }),
    onNo: close,
    onYes: () => {
      if (dialog.name.trim() !== "") renamePlaylist(app, state.id, dialog.name.trim());
      close();
    },
  });
}

import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import {
  appPage,
  badge,
  choiceDialog,
  emptyState,
  item,
  leaveSearch,
  searchBar,
  textDialog,
} from "../../toolkit/app-widgets.ts";
import { iconButton, list } from "../../toolkit/basic-widgets.ts";
import { bottomNavigation } from "../../toolkit/bottom-navigation.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { addToPlaylist, makePlaylist, playlists, type Track, tracks } from "./music-store.ts";
import { cover, miniPlayer, minutesText, play, playing } from "./music-widgets.ts";

interface LibraryState {
  readonly tab: "Songs" | "Playlists";
  readonly query: string | null;
  readonly dialog:
    | { readonly kind: "add"; readonly track: number }
    | { readonly kind: "new"; readonly name: string; readonly tried: boolean }
    | null;
}
type LibraryView = View<LibraryState>;

export const libraryScreen = defineScreen<LibraryState>({
  component: "org.drover.music/.MainActivity",
  initialState: () => ({ tab: "Songs", query: null, dialog: null }),
  back: leaveSearch,
  render: (view) => {
    const { app, state } = view;
    const dialog = dialogOf(view);
    const now = playing(app);
    const tab = (label: LibraryState["tab"], icon: "music" | "menu") => ({
      label,
      icon,
      selected: state.tab === label,
      onTap: () => view.set({ tab: label, query: null }),
    });
    return {
      root: appPage("music_main", [
        bar(view),
        state.tab === "Songs" ? songs(view) : playlistRows(view),
        miniPlayer(app),
        bottomNavigation([tab("Songs", "music"), tab("Playlists", "menu")]),
      ]),
      ...(dialog === null ? {} : { dialog }),
      ...(now?.playing === true ? { refreshMilliseconds: 1_000, neverIdle: true } : {}),
    };
  },
});

function bar(view: LibraryView): Widget {
  const { tab, query } = view.state;
  if (query !== null)
    return searchBar({
      query,
      hint: "Search songs, artists, albums",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  const add = () => view.set({ dialog: { kind: "new", name: "", tried: false } });
  return toolbar({
    title: "Music",
    actions: [
      tab === "Songs"
        ? iconButton("search", "Search", () => view.set({ query: "" }), { id: "action_search" })
        : iconButton("add", "New playlist", add, { id: "action_new_playlist" }),
    ],
  });
}

function songs(view: LibraryView): Widget {
  const { app, state } = view;
  const wanted = (state.query ?? "").trim().toLowerCase();
  const shown = tracks(app).filter(({ title, artist, album }) =>
    `${title} ${artist} ${album}`.toLowerCase().includes(wanted),
  );
  if (shown.length === 0) return emptyState("music", "No songs found");
  const queue = shown.map(({ id }) => id);
  return list(
    { id: "song_list", box: { width: "fill" } },
    shown.map((track, index) =>
      songRow(
        track,
        () => play(app, queue, index),
        () => view.set({ dialog: { kind: "add", track: track.id } }),
      ),
    ),
  );
}

function songRow(track: Track, onTap: () => void, onMore: () => void): Widget {
  return item({
    key: `track-${track.id}`,
    id: "song_item",
    leading: cover(track, 48),
    title: track.title,
    subtitle: `${track.artist} · ${track.album} · ${minutesText(track.seconds)}`,
    trailing: iconButton("add", `Add ${track.title} to playlist`, onMore, { id: "add_to_playlist" }),
    onTap,
    onLongPress: onMore,
  });
}

function playlistRows({ app }: LibraryView): Widget {
  const rows = playlists(app).map(({ id, name, tracks: count }) =>
    item({
      key: `playlist-${id}`,
      id: "playlist_item",
      leading: badge("menu", "secondaryContainer", "onSecondaryContainer", 12),
      title: name,
      subtitle: count === 1 ? "1 song" : `${count} songs`,
      onTap: () => app.start({ component: "org.drover.music/.PlaylistActivity", extras: { playlist: id } }),
    }),
  );
  return rows.length === 0
    ? emptyState("music", "No playlists yet")
    : list({ id: "playlist_list", box: { width: "fill" } }, rows);
}

function dialogOf(view: LibraryView): Dialog | null {
  const { app, state } = view;
  const { dialog } = state;
  const close = () => view.set({ dialog: null });
  if (dialog === null) return null;
  if (dialog.kind === "add") {
    const options = playlists(app).map(({ id, name }) => ({
      label: name,
      chosen: false,
      onTap: () => {
        addToPlaylist(app, id, dialog.track);
        close();
      },
    }));
    const title = options.length === 0 ? "No playlists yet: make one first" : "Add to playlist";
    return choiceDialog(title, options, close);
  }
  const name = dialog.name.trim();
  const taken = playlists(app).some((one) => one.name === name);
  const problem = name === "" ? "Enter a name" : taken ? "This name is taken" : null;
  return textDialog({
    title: "New playlist",
    hint: "Playlist name",
    value: dialog.name,
    problem: dialog.tried ? problem : null,
    yes: "Create",
    onType: (typed) => view.set({ dialog: { ...dialog, name: typed } }),
    onNo: close,
    onYes: () => {
      if (problem === null) makePlaylist(app, name);
      view.set({ dialog: problem === null ? null : { ...dialog, tried: true } });
    },
  });
}

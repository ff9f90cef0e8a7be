import type { IconName } from "../../graphics/icons.ts";
import { defineScreen } from "../../system/app.ts";
import { listTime } from "../../system/format-time.ts";
import { appPage, badge, emptyState, item, searchBar } from "../../toolkit/app-widgets.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import {
  allEntries,
  canHold,
  copyTo,
  entriesOf,
  type FileEntry,
  fileNameOf,
  folderOf,
  moveTo,
  STORAGE_ROOT,
  sizeText,
} from "./file-store.ts";
import { filesDialog } from "./files-dialogs.ts";
import type { FilesState, FilesView } from "./files-state.ts";

export const filesScreen = defineScreen<FilesState>({
  component: "com.android.documentsui/.files.FilesActivity",
  filters: [{ action: "android.provider.action.BROWSE" }],
  initialState: () => ({
    folder: STORAGE_ROOT,
    query: null,
    sort: "Name",
    selected: [],
    carried: null,
    dialog: null,
  }),
  back: (view) => {
    const { folder, query, selected } = view.state;
    if (selected.length > 0) view.set({ selected: [] });
    else if (query !== null) view.set({ query: null });
    else if (folder !== STORAGE_ROOT) view.set({ folder: folderOf(folder) });
    else return false;
    return true;
  },
  render: (view) => {
    const { state } = view;
    const shown = sorted(view);
    const dialog = filesDialog(view);
    return {
      root: appPage("drawer_layout", [
        bar(view),
        state.query === null ? breadcrumb(view) : null,
        shown.length === 0
          ? emptyState("folder", state.query === null ? "No items" : "No matches", "empty")
          : list(
              { id: "dir_list", box: { width: "fill" } },
              shown.map((entry) => entryRow(view, entry)),
            ),
        state.carried === null ? null : carriedBar(view, state.carried),
      ]),
      // Files come over adb too.
      refreshMilliseconds: 2_000,
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function sorted({ app, state }: FilesView): readonly FileEntry[] {
  const wanted = (state.query ?? "").trim().toLowerCase();
  const entries =
    state.query === null
      ? entriesOf(app, state.folder)
      : allEntries(app, state.folder).filter(
          ({ name }) => wanted !== "" && name.toLowerCase().includes(wanted),
        );
  const by: Readonly<Record<FilesState["sort"], (a: FileEntry, b: FileEntry) => number>> = {
    Name: () => 0,
    Modified: (a, b) => b.changedAt - a.changedAt,
    Size: (a, b) => b.bytes - a.bytes,
  };
  return entries.toSorted(
    (a, b) =>
      Number(b.isFolder) - Number(a.isFolder) || by[state.sort](a, b) || a.name.localeCompare(b.name, "en"),
  );
}

function bar(view: FilesView): Widget {
  const { query, selected, folder, carried } = view.state;
  if (selected.length > 0)
    return row(
      { id: "action_mode_bar", box: { width: "fill", height: 64, padding: [0, 4], align: "center" } },
      [
        iconButton("close", "Done", () => view.set({ selected: [] })),
        text(
          `${selected.length} selected`,
          { size: 20 },
          { id: "action_bar_title", box: { weight: 1, padding: [0, 8] } },
        ),
        iconButton("delete", "Delete", () => view.set({ dialog: { kind: "delete" } }), {
          id: "action_menu_delete",
        }),
        iconButton("more", "More options", () => view.set({ dialog: { kind: "selection" } })),
      ],
    );
  if (query !== null)
    return searchBar({
      query,
      hint: "Search this folder",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  return toolbar({
    title: folder === STORAGE_ROOT ? "Files" : fileNameOf(folder),
    ...(folder === STORAGE_ROOT ? {} : { onBack: () => view.set({ folder: folderOf(folder) }) }),
    actions: [
      iconButton("search", "Search", () => view.set({ query: "" }), { id: "option_menu_search" }),
      iconButton("sort", "Sort by", () => view.set({ dialog: { kind: "sort" } }), { id: "sort_icon" }),
      carried === null
        ? iconButton("more", "More options", () => view.set({ dialog: { kind: "menu" } }))
        : iconButton("add", "New folder", () =>
            view.set({ dialog: { kind: "newFolder", name: "", tried: false } }),
          ),
    ],
  });
}

function breadcrumb(view: FilesView): Widget {
  const below = view.state.folder.slice(STORAGE_ROOT.length).split("/").filter(Boolean);
  const crumbs = [
    { label: "Internal storage", path: STORAGE_ROOT },
    ...below.map((label, at) => ({ label, path: `${STORAGE_ROOT}/${below.slice(0, at + 1).join("/")}` })),
  ].slice(-3);
  return row(
    {
      id: "horizontal_breadcrumb",
      box: { width: "fill", height: 40, padding: [0, 16], gap: 4, align: "center" },
    },
    [
      ...crumbs.flatMap(({ label, path }, at) => [
        ...(at === 0 ? [] : [text("›", { size: 16, color: "onSurfaceVariant" }, { key: `mark-${path}` })]),
        text(
          label,
          { size: 14, maxLines: 1, color: at === crumbs.length - 1 ? "primary" : "onSurfaceVariant" },
          {
            key: `crumb-${path}`,
            id: "breadcrumb_text",
            onTap: () => view.set({ folder: path }),
            box: { height: 40 },
          },
        ),
      ]),
    ],
  );
}

function iconFor({ name, isFolder }: FileEntry): IconName {
  if (isFolder) return "folder";
  if (/\.(png|jpe?g|webp|gif)$/i.test(name)) return "image";
  if (/\.(mp3|ogg|wav|flac|m4a)$/i.test(name)) return "music";
  return /\.(md|txt)$/i.test(name) ? "note" : "file";
}

function entryRow(view: FilesView, entry: FileEntry): Widget {
  const { app, state } = view;
  const chosen = state.selected.includes(entry.path);
  const toggle = () =>
    view.set({
      selected: chosen
        ? state.selected.filter((path) => path !== entry.path)
        : [...state.selected, entry.path],
    });
  const open = () => {
    if (entry.isFolder) view.set({ folder: entry.path, query: null });
    else if (entry.name.endsWith(".md"))
      app.start({ component: "org.drover.notes/.EditorActivity", extras: { path: entry.path } });
    else view.set({ dialog: { kind: "info", path: entry.path } });
  };
  const time = listTime(entry.changedAt, app.now(), app.settings);
  return item({
    key: `entry-${entry.path}`,
    id: "item_root",
    leading: chosen
      ? badge("check", "primary", "onPrimary")
      : badge(iconFor(entry), entry.isFolder ? "secondaryContainer" : "surfaceVariant", "onSurfaceVariant"),
    title: entry.name,
    subtitle: entry.isFolder ? time : `${time}, ${sizeText(entry.bytes)}`,
    selected: chosen,
    onTap: state.selected.length > 0 ? toggle : open,
    onLongPress: toggle,
  });
}

function carriedBar(view: FilesView, { verb, paths }: NonNullable<FilesState["carried"]>): Widget {
  const { app, state } = view;
  const fits = paths.every((path) => canHold(state.folder, path));
  const put = () => {
    for (const path of paths) (verb === "Copy" ? copyTo : moveTo)(app, path, state.folder);
    view.set({ carried: null });
  };
  return row(
    {
      id: "container_save",
      box: { width: "fill", height: 64, padding: [0, 16], gap: 8, align: "center" },
      look: { background: "surfaceContainer" },
    },
    [
      column({ box: { weight: 1 } }, [
        text(
          `${verb} ${paths.length === 1 ? fileNameOf(paths[0] ?? "") : `${paths.length} items`}`,
          { size: 15, maxLines: 1 },
          { id: "carried" },
        ),
      ]),
      button("Cancel", () => view.set({ carried: null }), { id: "android:id/button2" }),
      button(`${verb} here`, put, { id: "android:id/button1", style: "filled", enabled: fits }),
    ],
  );
}

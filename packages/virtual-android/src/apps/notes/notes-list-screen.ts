import { type AppContext, defineScreen } from "../../system/app.ts";
import { listTime } from "../../system/format-time.ts";
import {
  appPage,
  atBottomEnd,
  badge,
  emptyState,
  item,
  searchBar,
  snackbar,
} from "../../toolkit/app-widgets.ts";
import { iconButton, list, text } from "../../toolkit/basic-widgets.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import {
  allNotes,
  type Folder,
  foldersIn,
  NOTES_ROOT,
  type Note,
  notesIn,
  snippetOf,
  writeNote,
} from "./note-store.ts";
import { notesDialog } from "./notes-dialogs.ts";
import { NOTE_EDITOR, type NotesState, type NotesView, parentOf } from "./notes-state.ts";

export const notesListScreen = defineScreen<NotesState>({
  component: "org.drover.notes/.MainActivity",
  initialState: () => ({ folder: NOTES_ROOT, query: null, sort: "name", dialog: null, deleted: null }),
  back: (view) => {
    const { folder, query } = view.state;
    if (query === null && folder === NOTES_ROOT) return false;
    view.set(query === null ? { folder: parentOf(folder), deleted: null } : { query: null });
    return true;
  },
  render: (view) => {
    const { app, state } = view;
    const rows = state.query === null ? folderRows(view) : foundRows(view, state.query);
    const empty = state.query === null ? "No notes here yet" : "No notes found";
    const create = () => app.start({ component: NOTE_EDITOR, extras: { folder: state.folder } });
    const undo = () => {
      if (state.deleted !== null) writeNote(app, state.deleted.path, state.deleted.text);
      view.set({ deleted: null });
    };
    const dialog = notesDialog(view);
    return {
      root: appPage(
        "notes_main",
        [
          bar(view),
          rows.length === 0
            ? emptyState("note", empty)
            : list({ id: "notes_list", box: { width: "fill", padding: [0, 0, 96, 0] } }, rows),
        ],
        state.deleted === null
          ? [atBottomEnd(floatingButton("add", "New note", create, { id: "fab" }))]
          : [snackbar("Note deleted", { label: "Undo", onTap: undo })],
      ),
      // Files come over adb too.
      refreshMilliseconds: 2_000,
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function bar(view: NotesView): Widget {
  const { folder, query } = view.state;
  if (query !== null)
    return searchBar({
      query,
      hint: "Search notes",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  const top = folder === NOTES_ROOT;
  return toolbar({
    title: top ? "Notes" : folder.slice(folder.lastIndexOf("/") + 1),
    ...(top ? {} : { onBack: () => view.set({ folder: parentOf(folder) }) }),
    actions: [
      iconButton("search", "Search", () => view.set({ query: "" }), { id: "action_search" }),
      iconButton("sort", "Sort", () => view.set({ dialog: { kind: "sort" } }), { id: "action_sort" }),
      iconButton("more", "More options", () => view.set({ dialog: { kind: "menu" } })),
    ],
  });
}

function folderRows(view: NotesView): readonly Widget[] {
  const { app, state } = view;
  const folders = foldersIn(app, state.folder).map((folder) => folderRow(view, folder));
  return [...folders, ...sorted(view, notesIn(app, state.folder)).map((note) => noteRow(view, note, app))];
}

function foundRows(view: NotesView, query: string): readonly Widget[] {
  const wanted = query.trim().toLowerCase();
  const found = allNotes(view.app).filter(
    ({ title, text: body }) =>
      wanted !== "" && (title.toLowerCase().includes(wanted) || body.toLowerCase().includes(wanted)),
  );
  return sorted(view, found).map((note) => noteRow(view, note, view.app));
}

const sorted = ({ state }: NotesView, notes: readonly Note[]): readonly Note[] =>
  notes.toSorted((a, b) =>
    state.sort === "name" ? a.title.localeCompare(b.title, "en") : b.changedAt - a.changedAt,
  );

function folderRow(view: NotesView, folder: Folder): Widget {
  return item({
    key: `folder-${folder.path}`,
    id: "folder_item",
    leading: badge("folder", "secondaryContainer", "onSecondaryContainer", 12),
    title: folder.name,
    subtitle: folder.notes === 1 ? "1 note" : `${folder.notes} notes`,
    onTap: () => view.set({ folder: folder.path, deleted: null }),
  });
}

function noteRow(view: NotesView, note: Note, app: AppContext): Widget {
  return item({
    key: `note-${note.path}`,
    id: "note_item",
    leading: badge("note", "#fff3cd", "#7a5b00", 12),
    title: note.title,
    subtitle: snippetOf(note),
    trailing: text(
      listTime(note.changedAt, app.now(), app.settings),
      { size: 12, color: "onSurfaceVariant" },
      { id: "note_date" },
    ),
    onTap: () => app.start({ component: NOTE_EDITOR, extras: { path: note.path } }),
    onLongPress: () => view.set({ dialog: { kind: "note", path: note.path } }),
  });
}

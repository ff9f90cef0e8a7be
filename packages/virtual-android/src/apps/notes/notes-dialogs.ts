import type { Dialog } from "../../system/app.ts";
import { choiceDialog, confirmDialog, popupMenu, textDialog } from "../../toolkit/app-widgets.ts";
import {
  allFolders,
  makeFolder,
  moveNote,
  NOTES_ROOT,
  nameProblem,
  readNote,
  removeNote,
} from "./note-store.ts";
import { type NotesView, parentOf } from "./notes-state.ts";

export function notesDialog(view: NotesView): Dialog | null {
  const { dialog } = view.state;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "menu":
      return listMenu(view);
    case "sort":
      return sortDialog(view);
    case "note":
      return noteMenu(view, dialog.path);
    case "move":
      return moveDialog(view, dialog.path);
    case "delete":
      return deleteDialog(view, dialog.path);
    case "rename":
      return renameDialog(view, dialog);
    case "newFolder":
      return newFolderDialog(view, dialog);
  }
}

const closer = (view: NotesView) => () => view.set({ dialog: null });
const shortName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");

function listMenu(view: NotesView): Dialog {
  const { folder } = view.state;
  const newFolder = () => view.set({ dialog: { kind: "newFolder", path: folder, name: "", tried: false } });
  return popupMenu([{ label: "New folder", onTap: newFolder }], closer(view));
}

function sortDialog(view: NotesView): Dialog {
  const choice = (label: string, sort: "name" | "edited") => ({
    label,
    chosen: view.state.sort === sort,
    onTap: () => view.set({ sort, dialog: null }),
  });
  return choiceDialog("Sort by", [choice("Name", "name"), choice("Last edited", "edited")], closer(view));
}

function noteMenu(view: NotesView, path: string): Dialog {
  const { app } = view;
  const share = () => {
    view.set({ dialog: null });
    app.start({
      action: "android.intent.action.SEND",
      mimeType: "text/plain",
      extras: { "android.intent.extra.TEXT": readNote(app, path)?.text ?? "" },
    });
  };
  return popupMenu(
    [
      {
        label: "Rename",
        onTap: () => view.set({ dialog: { kind: "rename", path, name: shortName(path), tried: false } }),
      },
      { label: "Move", onTap: () => view.set({ dialog: { kind: "move", path } }) },
      { label: "Share", onTap: share },
      { label: "Delete", onTap: () => view.set({ dialog: { kind: "delete", path } }) },
    ],
    closer(view),
  );
}

function moveDialog(view: NotesView, path: string): Dialog {
  const folders = allFolders(view.app).map((folder) => ({
    label: folder === NOTES_ROOT ? "Notes" : folder.slice(NOTES_ROOT.length + 1),
    chosen: folder === parentOf(path),
    onTap: () => {
      const to = `${folder}/${shortName(path)}.md`;
      if (view.app.files.find(to) === null) moveNote(view.app, path, to);
      view.set({ dialog: null });
    },
  }));
  return choiceDialog("Move to", folders, closer(view));
}

function deleteDialog(view: NotesView, path: string): Dialog {
  return confirmDialog({
    title: "Delete note?",
    message: `“${shortName(path)}” will be deleted.`,
    yes: "Delete",
    onNo: closer(view),
    onYes: () => {
      const text = readNote(view.app, path)?.text ?? "";
      removeNote(view.app, path);
      view.set({ dialog: null, deleted: { path, text } });
    },
  });
}

type Naming = Extract<NonNullable<NotesView["state"]["dialog"]>, { readonly name: string }>;

function renameDialog(view: NotesView, dialog: Naming): Dialog {
  const { path, name, tried } = dialog;
  const same = name.trim() === shortName(path);
  const problem = same ? null : nameProblem(view.app, parentOf(path), name, ".md");
  return textDialog({
    title: "Rename note",
    hint: "Name",
    value: name,
    problem: tried ? problem : null,
    yes: "Rename",
    onType: (typed) => view.set({ dialog: { ...dialog, name: typed } }),
    onNo: closer(view),
    onYes: () => {
      if (problem !== null) view.set({ dialog: { ...dialog, tried: true } });
      else {
        if (!same) moveNote(view.app, path, `${parentOf(path)}/${name.trim()}.md`);
        view.set({ dialog: null });
      }
    },
  });
}

function newFolderDialog(view: NotesView, dialog: Naming): Dialog {
  const { path, name, tried } = dialog;
  const problem = nameProblem(view.app, path, name, "");
  return textDialog({
    title: "New folder",
    hint: "Folder name",
    value: name,
    problem: tried ? problem : null,
    yes: "Create",
    onType: (typed) => view.set({ dialog: { ...dialog, name: typed } }),
    onNo: closer(view),
    onYes: () => {
      if (problem !== null) view.set({ dialog: { ...dialog, tried: true } });
      else {
        makeFolder(view.app, `${path}/${name.trim()}`);
        view.set({ dialog: null });
      }
    },
  });
}

import type { Dialog } from "../../system/app.ts";
import { choiceDialog, confirmDialog, popupMenu, textDialog } from "../../toolkit/app-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import {
  deleteAll,
  fileNameOf,
  fileNameProblem,
  folderOf,
  makeFileFolder,
  renameTo,
  sizeText,
} from "./file-store.ts";
import { type FilesState, type FilesView, SORTS } from "./files-state.ts";

export function filesDialog(view: FilesView): Dialog | null {
  const { state } = view;
  const close = () => view.set({ dialog: null });
  switch (state.dialog?.kind) {
    case undefined:
      return null;
    case "menu":
      return popupMenu(
        [
          {
            label: "New folder",
            onTap: () => view.set({ dialog: { kind: "newFolder", name: "", tried: false } }),
          },
          { label: "Sort by", onTap: () => view.set({ dialog: { kind: "sort" } }) },
        ],
        close,
      );
    case "sort":
      return choiceDialog(
        "Sort by",
        SORTS.map((label) => ({
          label,
          chosen: state.sort === label,
          onTap: () => view.set({ sort: label, dialog: null }),
        })),
        close,
      );
    case "selection":
      return selectionMenu(view, close);
    case "delete":
      return deleteDialog(view, close);
    case "newFolder":
    case "rename":
      return nameDialog(view, state.dialog, close);
    case "info":
      return infoDialog(view, state.dialog.path, close);
  }
}

function selectionMenu(view: FilesView, close: () => void): Dialog {
  const { selected } = view.state;
  const carry = (verb: "Copy" | "Move") => () =>
    view.set({ carried: { verb, paths: selected }, selected: [], query: null, dialog: null });
  const only = selected.length === 1 ? selected[0] : undefined;
  return popupMenu(
    [
      { label: "Copy to…", onTap: carry("Copy") },
      { label: "Move to…", onTap: carry("Move") },
      ...(only === undefined
        ? []
        : [
            {
              label: "Rename",
              onTap: () =>
                view.set({ dialog: { kind: "rename", name: fileNameOf(only), tried: false } as const }),
            },
            { label: "Get info", onTap: () => view.set({ dialog: { kind: "info", path: only } as const }) },
          ]),
    ],
    close,
  );
}

function deleteDialog(view: FilesView, close: () => void): Dialog {
  const { selected } = view.state;
  const what = selected.length === 1 ? `“${fileNameOf(selected[0] ?? "")}”` : `${selected.length} items`;
  return confirmDialog({
    title: `Delete ${what}?`,
    yes: "OK",
    onNo: close,
    onYes: () => {
      deleteAll(view.app, selected);
      view.set({ dialog: null, selected: [] });
    },
  });
}

type Naming = Extract<NonNullable<FilesState["dialog"]>, { readonly name: string }>;

function nameDialog(view: FilesView, dialog: Naming, close: () => void): Dialog {
  const { app, state } = view;
  const renames = dialog.kind === "rename";
  const old = state.selected[0] ?? "";
  const folder = renames ? folderOf(old) : state.folder;
  const name = dialog.name.trim();
  const same = renames && name === fileNameOf(old);
  const problem = same ? null : fileNameProblem(app, folder, name);
  return textDialog({
    title: renames ? "Rename" : "New folder",
    hint: renames ? "Name" : "Folder name",
    value: dialog.name,
    problem: dialog.tried ? problem : null,
    yes: renames ? "Rename" : "Create",
    onType: (typed) => view.set({ dialog: { ...dialog, name: typed } }),
    onNo: close,
    onYes: () => {
      if (problem !== null) view.set({ dialog: { ...dialog, tried: true } });
      else {
        if (!renames) makeFileFolder(app, `${folder}/${name}`);
        else if (!same) renameTo(app, old, name);
        view.set({ dialog: null, selected: [] });
      }
    },
  });
}

function infoDialog({ app }: FilesView, path: string, close: () => void): Dialog {
  const stat = app.files.find(path);
  const kind = stat?.isDirectory() === true ? "Folder" : "File";
  const lines = [kind, sizeText(stat?.size ?? 0), path];
  const root = alertDialog({
    title: fileNameOf(path),
    message: lines.join("\n"),
    positive: { label: "Close", onTap: close },
  });
  return { title: "Info", root, onDismiss: close };
}

import { defineScreen, type View } from "../../system/app.ts";
import { appPage, confirmDialog } from "../../toolkit/app-widgets.ts";
import { column, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { markdownView, ticked } from "./markdown-view.ts";
import { freePath, moveNote, NOTES_ROOT, readNote, removeNote, writeNote } from "./note-store.ts";
import { NOTE_EDITOR, parentOf } from "./notes-state.ts";

interface EditorState {
  /** null: a note that was never saved. */
  readonly path: string | null;
  readonly folder: string;
  readonly title: string;
  readonly text: string;
  readonly reading: boolean;
  readonly deleting: boolean;
}
type EditorView = View<EditorState>;

/** A note is saved when one leaves it, as notes are; there is a button too. */
export const noteEditorScreen = defineScreen<EditorState>({
  component: NOTE_EDITOR,
  filters: [{ action: "android.intent.action.EDIT", mimeType: "text/markdown" }],
  initialState: (intent, app) => {
    const path = typeof intent.extras.path === "string" ? intent.extras.path : null;
    const note = path === null ? null : readNote(app, path);
    return {
      path: note === null ? null : path,
      folder: String(intent.extras.folder ?? (path === null ? NOTES_ROOT : parentOf(path))),
      title: note?.title ?? "",
      text: note?.text ?? "",
      reading: note !== null,
      deleting: false,
    };
  },
  back: (view) => {
    save(view);
    return false;
  },
  render: (view) => {
    const { state } = view;
    return {
      root: appPage("editor", [
        bar(view),
        scrollView({ id: "editor_scroll", box: { width: "fill" } }, [
          column(
            { box: { width: "fill", padding: [0, 24, 48, 24], gap: 8 } },
            state.reading ? page(view) : fields(view),
          ),
        ]),
      ]),
      ...(state.deleting ? { dialog: deleteDialog(view) } : {}),
    };
  },
});

function save(view: EditorView): void {
  const { app, state } = view;
  const title = state.title.trim();
  if (state.path === null) {
    if (title === "" && state.text.trim() === "") return;
    const path = freePath(app, state.folder, title === "" ? firstWords(state.text) : title);
    writeNote(app, path, state.text);
    view.set({ path });
    return;
  }
  const note = readNote(app, state.path);
  if (note === null) return;
  if (note.text !== state.text) writeNote(app, state.path, state.text);
  if (title !== "" && title !== note.title) {
    const path = freePath(app, parentOf(state.path), title);
    moveNote(app, state.path, path);
    view.set({ path });
  }
}

const firstWords = (text: string): string =>
  (text.trim().split("\n")[0] ?? "").replace(/^#+\s*/, "").slice(0, 40);

function bar(view: EditorView): Widget {
  const { app, state } = view;
  const leave = () => {
    save(view);
    app.finish();
  };
  const show = () => {
    save(view);
    view.set({ reading: !state.reading });
  };
  const share = () =>
    app.start({
      action: "android.intent.action.SEND",
      mimeType: "text/plain",
      extras: { "android.intent.extra.TEXT": state.text },
    });
  return row({ id: "toolbar", box: { width: "fill", height: 64, padding: [0, 4], align: "center" } }, [
    iconButton("back", "Navigate up", leave),
    column({ class: "android.view.View", box: { weight: 1, height: 1 } }, []),
    state.reading
      ? iconButton("edit", "Edit", show, { id: "action_edit" })
      : iconButton("check", "Save", show, { id: "action_save" }),
    iconButton("share", "Share", share, { id: "action_share" }),
    iconButton("delete", "Delete", () => view.set({ deleting: true }), { id: "action_delete" }),
  ]);
}

function page(view: EditorView): readonly Widget[] {
  const { app, state } = view;
  const tick = (line: number) => {
    const changed = ticked(state.text, line);
    if (state.path !== null) writeNote(app, state.path, changed);
    view.set({ text: changed });
  };
  return [
    text(state.title, { size: 28 }, { id: "note_title", key: "shown-title" }),
    ...markdownView(state.text, tick),
  ];
}

function fields(view: EditorView): readonly Widget[] {
  const { title, text: body, path } = view.state;
  return [
    editText(title, (typed) => view.set({ title: typed }), {
      id: "note_title",
      hint: "Title",
      bare: true,
      size: 26,
      autofocus: path === null,
    }),
    editText(body, (typed) => view.set({ text: typed }), {
      id: "note_text",
      hint: "Note",
      bare: true,
      multiline: true,
      box: { minHeight: 240 },
    }),
  ];
}

function deleteDialog(view: EditorView) {
  const { app, state } = view;
  return confirmDialog({
    title: "Delete note?",
    message: `“${state.title.trim() || "Untitled"}” will be deleted.`,
    yes: "Delete",
    onNo: () => view.set({ deleting: false }),
    onYes: () => {
      if (state.path !== null) removeNote(app, state.path);
      app.finish();
    },
  });
}

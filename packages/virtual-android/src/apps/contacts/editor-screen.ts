import type { IconName } from "../../graphics/icons.ts";
import { defineScreen, type View } from "../../system/app.ts";
import type { Intent } from "../../system/device.ts";
import { column, gap, icon, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { button, editText } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type ContactFields, contactOf, NO_CONTACT, saveContact } from "./contact-store.ts";

interface EditorState {
  readonly id: number | null;
  readonly fields: ContactFields;
  readonly saved: ContactFields;
  readonly discarding: boolean;
}

const CONTACT_TYPE = "vnd.android.cursor.dir/contact";

export const editorScreen = defineScreen<EditorState>({
  component: "com.android.contacts/.activities.ContactEditorActivity",
  filters: [
    { action: "android.intent.action.INSERT", mimeType: CONTACT_TYPE },
    { action: "android.intent.action.INSERT", mimeType: "vnd.android.cursor.dir/raw_contact" },
    { action: "android.intent.action.INSERT", scheme: "content" },
  ],
  initialState: (intent, app) => {
    const id = typeof intent.extras.contact === "number" ? intent.extras.contact : null;
    const saved = (id === null ? null : contactOf(app, id)) ?? NO_CONTACT;
    return { id, saved, fields: { ...saved, ...givenFields(intent) }, discarding: false };
  },
  back: (view) => {
    if (!isChanged(view.state)) return false;
    view.set({ discarding: true });
    return true;
  },
  render: (view) => ({
    root: column(
      {
        id: "contact_editor_fragment",
        class: "android.widget.FrameLayout",
        box: { width: "fill", height: "fill" },
        look: { background: "surface" },
      },
      [
        titleBar(view),
        scrollView({ id: "contact_editor_scroller", box: { width: "fill" } }, [
          column(
            { id: "editors", box: { width: "fill", padding: [16, 24, 24, 16], gap: 12 } },
            FIELDS.map((field) => fieldRow(view, field)),
          ),
        ]),
      ],
    ),
    ...(view.state.discarding ? { dialog: discardDialog(view) } : {}),
  }),
});

/** Extras of ContactsContract.Intents.Insert: a whole name goes to first and last name at its last space. */
function givenFields(intent: Intent): Partial<ContactFields> {
  const text = (name: string) =>
    intent.extras[name] === undefined ? {} : { [name]: String(intent.extras[name]) };
  const name = String(intent.extras.name ?? "").trim();
  const split = name.lastIndexOf(" ");
  const names =
    name === ""
      ? {}
      : {
          firstName: split < 0 ? name : name.slice(0, split),
          lastName: split < 0 ? "" : name.slice(split + 1),
        };
  return { ...names, ...text("phone"), ...text("email"), ...text("company") };
}

function isChanged(state: EditorState): boolean {
  return FIELDS.some(({ field }) => state.fields[field] !== state.saved[field]);
}

function titleBar(view: View<EditorState>): Widget {
  const { app, state } = view;
  const save = () => {
    // Android saves no contact without a word in it.
    if (FIELDS.some(({ field }) => state.fields[field].trim() !== "")) {
      const id = saveContact(app, trimmed(state.fields), state.id);
      app.finish();
      if (state.id === null)
        app.start({
          component: "com.android.contacts/.quickcontact.QuickContactActivity",
          extras: { contact: id },
        });
    } else app.finish();
  };
  const close = () => (isChanged(state) ? view.set({ discarding: true }) : app.finish());
  return row(
    {
      id: "toolbar",
      class: "android.view.ViewGroup",
      box: { width: "fill", height: 64, padding: [0, 12, 0, 4], align: "center" },
    },
    [
      iconButton("close", "Cancel", close),
      text(
        state.id === null ? "Create contact" : "Edit contact",
        { size: 22, maxLines: 1 },
        { box: { weight: 1, padding: [0, 8] } },
      ),
      button("Save", save, { id: "editor_menu_save_button", style: "filled" }),
    ],
  );
}

function trimmed(fields: ContactFields): ContactFields {
  const { firstName, lastName, company, phone, email } = fields;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    company: company.trim(),
    phone: phone.trim(),
    email: email.trim(),
  };
}

interface FieldSpec {
  readonly field: keyof ContactFields;
  readonly hint: string;
  readonly icon?: IconName;
  readonly keyboard?: "number";
}

const FIELDS: readonly FieldSpec[] = [
  { field: "firstName", hint: "First name", icon: "account" },
  { field: "lastName", hint: "Last name" },
  { field: "company", hint: "Company", icon: "business" },
  { field: "phone", hint: "Phone", icon: "call", keyboard: "number" },
  { field: "email", hint: "Email", icon: "email" },
];

function fieldRow(view: View<EditorState>, spec: FieldSpec): Widget {
  const { fields } = view.state;
  return row({ box: { width: "fill", gap: 20, align: "center" } }, [
    spec.icon === undefined ? gap({ width: 24, height: 24 }) : icon(spec.icon, 24),
    column({ class: "android.widget.FrameLayout", box: { weight: 1, gap: 2 } }, [
      fields[spec.field] === ""
        ? gap({ height: 16 })
        : text(
            spec.hint,
            { size: 12, color: "onSurfaceVariant" },
            { key: `label-${spec.field}`, id: "label", box: { height: 16, padding: [0, 4] } },
          ),
      editText(fields[spec.field], (typed) => view.set({ fields: { ...fields, [spec.field]: typed } }), {
        key: `field-${spec.field}`,
        hint: spec.hint,
        autofocus: spec.field === "firstName" && view.state.id === null,
        ...(spec.keyboard === undefined ? {} : { keyboard: spec.keyboard }),
        ...(["firstName", "lastName", "company"].includes(spec.field) ? { capitals: "words" } : {}),
      }),
    ]),
  ]);
}

function discardDialog(view: View<EditorState>) {
  const close = () => view.set({ discarding: false });
  const root = alertDialog({
    message: "Discard your changes and quit editing?",
    negative: { label: "Keep editing", onTap: close },
    positive: { label: "Discard", onTap: () => view.app.finish() },
  });
  return { title: "Discard changes", root, onDismiss: close };
}

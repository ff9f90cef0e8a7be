import type { IconName } from "../../graphics/icons.ts";
import { type AppContext, defineScreen, type View } from "../../system/app.ts";
import { popupMenu } from "../../toolkit/app-widgets.ts";
import { column, icon, iconButton, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type Contact, contactOf, deleteContact, setStarred } from "./contact-store.ts";
import { avatar } from "./people-screen.ts";

interface ContactState {
  readonly id: number;
  readonly menuOpen: boolean;
  readonly deleting: boolean;
}

export const contactScreen = defineScreen<ContactState>({
  component: "com.android.contacts/.quickcontact.QuickContactActivity",
  initialState: (intent) => ({
    id: Number(intent.extras.contact ?? -1),
    menuOpen: false,
    deleting: false,
  }),
  render: (view) => {
    const contact = contactOf(view.app, view.state.id);
    if (contact === null)
      return {
        root: column({ box: { width: "fill", height: "fill" } }, [
          toolbar({ title: "The contact doesn't exist.", onBack: () => view.app.finish() }),
        ]),
      };
    return {
      root: column(
        {
          id: "quickcontact_touchable",
          class: "android.widget.FrameLayout",
          box: { width: "fill", height: "fill" },
          look: { background: "surface" },
        },
        [
          toolbar({ title: "", onBack: () => view.app.finish(), actions: actions(view, contact) }),
          scrollView({ id: "content_scroller", box: { width: "fill" } }, [
            header(view.app, contact),
            ...cards(view.app, contact),
          ]),
        ],
      ),
      ...(view.state.deleting || view.state.menuOpen
        ? { dialog: view.state.deleting ? deleteDialog(view, contact) : menu(view) }
        : {}),
    };
  },
});

function actions(view: View<ContactState>, contact: Contact): readonly Widget[] {
  const edit = () =>
    view.app.start({
      action: "android.intent.action.EDIT",
      component: "com.android.contacts/.activities.ContactEditorActivity",
      extras: { contact: contact.id },
    });
  const star = contact.starred ? "Remove from favorites" : "Add to favorites";
  return [
    iconButton("edit", "Edit contact", edit, { id: "menu_edit" }),
    iconButton("star", star, () => setStarred(view.app, contact.id, !contact.starred), {
      id: "menu_star",
      look: { icon: { name: "star", size: 24, color: contact.starred ? "primary" : "onSurfaceVariant" } },
    }),
    iconButton("more", "More options", () => view.set({ menuOpen: true })),
  ];
}

function header(app: AppContext, contact: Contact): Widget {
  return column({ box: { width: "fill", padding: [8, 24, 24, 24], gap: 16, align: "center" } }, [
    avatar(contact.displayName, 112),
    text(contact.displayName, { size: 28, align: "center" }, { id: "large_title", box: { width: "fill" } }),
    contact.company === ""
      ? null
      : text(
          contact.company,
          { size: 16, align: "center", color: "onSurfaceVariant" },
          { id: "phonetic_name", box: { width: "fill" } },
        ),
    row({ box: { gap: 32 } }, [
      quickAction("call", "Call", contact.phone !== "", () => app.call(contact.phone)),
      quickAction("message", "Text", contact.phone !== "", () =>
        app.start({
          action: "android.intent.action.SENDTO",
          data: `smsto:${encodeURIComponent(contact.phone)}`,
        }),
      ),
      quickAction("email", "Email", contact.email !== "", () => {}),
    ]),
  ]);
}

function quickAction(name: IconName, label: string, enabled: boolean, onTap: () => void): Widget {
  return column(
    {
      id: `verb_${label.toLowerCase()}`,
      desc: label,
      enabled,
      onTap,
      box: { width: 64, align: "center", gap: 6 },
    },
    [
      icon(name, 24, "primary", { enabled }),
      text(label, { size: 13, color: "primary", align: "center" }, { enabled }),
    ],
  );
}

function cards(app: AppContext, contact: Contact): readonly Widget[] {
  const call = () => app.call(contact.phone);
  const card = (name: IconName, value: string, kind: string, desc: string) =>
    row(
      {
        key: `card-${kind}`,
        desc,
        onTap: name === "call" ? call : () => {},
        onLongPress: () => {},
        box: { width: "fill", height: 72, padding: [0, 24], gap: 24, align: "center" },
      },
      [
        icon(name, 24),
        column({ box: { weight: 1, gap: 2 } }, [
          text(value, { size: 17, maxLines: 1 }, { id: "header" }),
          text(kind, { size: 14, color: "onSurfaceVariant" }, { id: "sub_header" }),
        ]),
      ],
    );
  return [
    ...(contact.phone === "" ? [] : [card("call", contact.phone, "Mobile", `Call Mobile ${contact.phone}`)]),
    ...(contact.email === "" ? [] : [card("email", contact.email, "Home", `Email Home ${contact.email}`)]),
  ];
}

function menu(view: View<ContactState>) {
  const close = () => view.set({ menuOpen: false });
  const items = [
    { label: "Delete", onTap: () => view.set({ menuOpen: false, deleting: true }) },
    { label: "Share", onTap: close },
    { label: "Create shortcut", onTap: close },
  ];
  return popupMenu(items, close);
}

function deleteDialog(view: View<ContactState>, contact: Contact) {
  const close = () => view.set({ deleting: false });
  const root = alertDialog({
    message: "Delete this contact?",
    negative: { label: "Cancel", onTap: close },
    positive: {
      label: "Delete",
      onTap: () => {
        deleteContact(view.app, contact.id);
        view.app.finish();
      },
    },
  });
  return { title: "Delete contact", root, onDismiss: close };
}

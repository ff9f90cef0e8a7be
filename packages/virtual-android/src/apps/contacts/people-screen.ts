import { type AppContext, defineScreen, type View } from "../../system/app.ts";
import { leaveSearch } from "../../toolkit/app-widgets.ts";
import { column, icon, iconButton, list, row, stack, text } from "../../toolkit/basic-widgets.ts";
import { editText, floatingButton } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type Contact, contacts } from "./contact-store.ts";

interface PeopleState {
  /** null while the search field is closed. */
  readonly query: string | null;
}

export const peopleScreen = defineScreen<PeopleState>({
  component: "com.android.contacts/.activities.PeopleActivity",
  filters: [
    { action: "android.intent.action.VIEW", mimeType: "vnd.android.cursor.dir/contact" },
    { action: "android.intent.action.PICK", mimeType: "vnd.android.cursor.dir/contact" },
  ],
  initialState: () => ({ query: null }),
  back: leaveSearch,
  render: (view) => {
    const { app, state } = view;
    const query = (state.query ?? "").trim().toLocaleLowerCase("en");
    const shown = contacts(app).filter((contact) => query === "" || matches(contact, query));
    const create = () =>
      app.start({
        action: "android.intent.action.INSERT",
        component: "com.android.contacts/.activities.ContactEditorActivity",
      });
    return {
      root: stack(
        {
          id: "drawer_layout",
          class: "androidx.drawerlayout.widget.DrawerLayout",
          box: { width: "fill", height: "fill" },
          look: { background: "surface" },
        },
        [
          column(
            {
              id: "contacts_activity",
              class: "android.widget.LinearLayout",
              box: { width: "fill", height: "fill" },
            },
            [
              state.query === null ? titleBar(view) : searchBar(view),
              shown.length === 0
                ? emptyView(state.query !== null)
                : list(
                    { id: "android:id/list", box: { width: "fill", padding: [0, 0, 88, 0] } },
                    sections(app, shown),
                  ),
            ],
          ),
          column({ class: "android.view.View", box: { gravity: ["end", "end"], padding: 16 } }, [
            floatingButton("add", "Create contact", create, { id: "floating_action_button" }),
          ]),
        ],
      ),
    };
  },
});

function matches(contact: Contact, query: string): boolean {
  const digits = query.replaceAll(/\D/g, "");
  const inText = [contact.displayName, contact.company, contact.email].some((value) =>
    value.toLocaleLowerCase("en").includes(query),
  );
  return inText || (digits !== "" && contact.phone.replaceAll(/\D/g, "").includes(digits));
}

function titleBar(view: View<PeopleState>): Widget {
  const search = iconButton("search", "Search contacts", () => view.set({ query: "" }), {
    id: "menu_search",
  });
  return toolbar({ title: "Contacts", actions: [search] });
}

function searchBar(view: View<PeopleState>): Widget {
  const query = view.state.query ?? "";
  return row(
    { id: "search_view_container", box: { width: "fill", height: 64, padding: [0, 4], align: "center" } },
    [
      iconButton("back", "stop searching", () => view.set({ query: null }), { id: "search_back_button" }),
      editText(query, (typed) => view.set({ query: typed }), {
        id: "search_view",
        hint: "Search contacts",
        autofocus: true,
        bare: true,
        size: 18,
        box: { weight: 1 },
      }),
      query === ""
        ? null
        : iconButton("close", "Clear search", () => view.set({ query: "" }), { id: "search_close_button" }),
    ],
  );
}

function emptyView(searching: boolean): Widget {
  return column({ id: "empty_view", box: { width: "fill", padding: [160, 32], align: "center", gap: 16 } }, [
    icon("people", 72, "outline"),
    text(
      searching ? "No contacts found" : "Your contacts list is empty",
      { size: 18, color: "onSurfaceVariant", align: "center" },
      { id: "message" },
    ),
  ]);
}

function sections(app: AppContext, shown: readonly Contact[]): readonly Widget[] {
  let section = "";
  return shown.map((contact) => {
    const letter = sectionOf(contact.displayName);
    const header = letter === section ? "" : letter;
    section = letter;
    return contactRow(app, contact, header);
  });
}

/** The letter above a contact: umlauts under their base letter, everything else under "#". */
function sectionOf(name: string): string {
  const letter = name.normalize("NFD").charAt(0).toUpperCase();
  return /[A-Z]/.test(letter) ? letter : "#";
}

const AVATARS = ["#8c6bb1", "#3d7ea6", "#4f8a5b", "#b0683a", "#a34a5e", "#5b6abf"] as const;

export function avatar(name: string, size: number): Widget {
  const color =
    AVATARS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % AVATARS.length] ??
    AVATARS[0];
  const letter = ([...name.trim()][0] ?? "?").toUpperCase();
  return {
    class: "android.widget.ImageView",
    leaf: true,
    box: { width: size, height: size, justify: "center" },
    look: { background: color, radius: size / 2 },
    children: [
      text(letter, { size: size * 0.45, color: "#ffffff", align: "center" }, { box: { width: "fill" } }),
    ],
  };
}

function contactRow(app: AppContext, contact: Contact, header: string): Widget {
  const open = () =>
    app.start({
      component: "com.android.contacts/.quickcontact.QuickContactActivity",
      extras: { contact: contact.id },
    });
  return row(
    {
      key: `contact-${contact.id}`,
      class: "android.view.ViewGroup",
      onTap: open,
      onLongPress: () => {},
      box: { width: "fill", height: 64, padding: [0, 16], gap: 16, align: "center" },
    },
    [
      text(
        header,
        { size: 16, weight: 500, color: "primary", align: "center" },
        { id: "header", box: { width: 24 } },
      ),
      avatar(contact.displayName, 40),
      text(contact.displayName, { size: 17, maxLines: 1 }, { id: "cliv_name_textview", box: { weight: 1 } }),
      contact.starred ? icon("star", 20, "primary") : null,
    ],
  );
}

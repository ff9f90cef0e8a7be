import { defineScreen } from "../../system/app.ts";
import { appPage, atBottomEnd, emptyState, item, searchBar } from "../../toolkit/app-widgets.ts";
import { column, icon, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { bottomNavigation } from "../../toolkit/bottom-navigation.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type Contact, contacts } from "../contacts/contact-store.ts";
import { avatar } from "../contacts/people-screen.ts";
import { callRow } from "./call-row.ts";
import { loggedCalls, markCallsSeen } from "./call-store.ts";
import { dialerDialog } from "./dialer-dialogs.ts";
import type { DialerState, DialerView } from "./dialer-state.ts";
import { keypad } from "./keypad.ts";

const TABS = [
  { label: "Favorites", icon: "star" },
  { label: "Recents", icon: "clock" },
  { label: "Contacts", icon: "people" },
] as const;

export const dialerScreen = defineScreen<DialerState>({
  component: "com.android.dialer/.main.impl.MainActivity",
  filters: [
    { action: "android.intent.action.DIAL", scheme: "tel" },
    { action: "android.intent.action.DIAL" },
    { action: "android.intent.action.VIEW", scheme: "tel" },
    { action: "android.intent.action.VIEW", mimeType: "vnd.android.cursor.dir/calls" },
  ],
  initialState: (intent, app) => {
    const dials = intent.action === "android.intent.action.DIAL" || intent.data?.startsWith("tel:") === true;
    const given = decodeURIComponent(/^tel:(.*)$/.exec(intent.data ?? "")?.[1] ?? "");
    markCallsSeen(app);
    return { tab: "Recents", digits: dials ? given : null, query: null, dialog: null };
  },
  back: (view) => {
    const { digits, query } = view.state;
    if (digits === null && query === null) return false;
    view.set(digits === null ? { query: null } : { digits: null });
    return true;
  },
  render: (view) => {
    const { state } = view;
    const dialog = dialerDialog(view);
    const open = () => view.set({ digits: "" });
    const whole = state.digits !== null;
    return {
      root: appPage(
        "root_layout",
        whole
          ? keypad(view)
          : [
              bar(view),
              content(view),
              bottomNavigation(
                TABS.map((tab) => ({
                  ...tab,
                  selected: state.tab === tab.label,
                  onTap: () => view.set({ tab: tab.label, query: null }),
                })),
              ),
            ],
        whole
          ? []
          : [
              column(
                { class: "android.view.View", box: { gravity: ["end", "end"], padding: [0, 0, 76, 0] } },
                [atBottomEnd(floatingButton("dialpad", "key pad", open, { id: "fab" }))],
              ),
            ],
      ),
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function bar(view: DialerView): Widget {
  const { query } = view.state;
  if (query !== null)
    return searchBar({
      query,
      hint: "Search contacts",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  return column({ box: { width: "fill", padding: [8, 12] } }, [
    row(
      {
        id: "search_view_container",
        onTap: () => view.set({ query: "" }),
        box: { width: "fill", height: 52, padding: [0, 4, 0, 16], gap: 12, align: "center" },
        look: { background: "surfaceContainer", radius: 26 },
      },
      [
        icon("search", 24),
        text(
          "Search contacts",
          { size: 16, color: "onSurfaceVariant" },
          { id: "search_box_start_search", box: { weight: 1 } },
        ),
        iconButton("more", "More options", () => view.set({ dialog: { kind: "menu" } }), {
          id: "main_options_menu_button",
        }),
      ],
    ),
  ]);
}

function content(view: DialerView): Widget {
  const { app, state } = view;
  const all = contacts(app).filter(({ phone }) => phone !== "");
  const wanted = (state.query ?? "").trim().toLowerCase();
  if (state.query !== null) {
    const found = all.filter(
      ({ displayName, phone }) =>
        displayName.toLowerCase().includes(wanted) || phone.replaceAll(/\D/g, "").includes(wanted),
    );
    return contactList(view, found, "No contacts found");
  }
  if (state.tab === "Contacts") return contactList(view, all, "Your contacts list is empty");
  if (state.tab === "Favorites")
    return contactList(
      view,
      all.filter(({ starred }) => starred),
      "No one is on your favorites yet",
    );
  const calls = loggedCalls(app);
  if (calls.length === 0) return emptyState("clock", "Your call history is empty", "empty_list_view");
  return list(
    { id: "new_call_log_recycler_view", box: { width: "fill" } },
    calls.map((call) => callRow(view, call)),
  );
}

function contactList({ app }: DialerView, shown: readonly Contact[], empty: string): Widget {
  if (shown.length === 0) return emptyState("people", empty, "empty_list_view");
  const rows = shown.map(({ id, displayName, phone }) =>
    item({
      key: `contact-${id}`,
      leading: avatar(displayName, 40),
      title: displayName,
      subtitle: phone,
      trailing: iconButton("call", `Call ${displayName}`, () => void app.telephony.dial(phone), {
        id: "call_button",
      }),
      onTap: () =>
        app.start({
          component: "com.android.contacts/.quickcontact.QuickContactActivity",
          extras: { contact: id },
        }),
    }),
  );
  return list({ id: "recycler_view", box: { width: "fill" } }, rows);
}

import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import { listTime } from "../../system/format-time.ts";
import {
  appPage,
  atBottomEnd,
  badge,
  confirmDialog,
  emptyState,
  item,
  searchBar,
} from "../../toolkit/app-widgets.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { avatar } from "../contacts/people-screen.ts";
import { type Conversation, conversations, deleteThreads, messagesOf } from "./message-store.ts";

interface ListState {
  /** null while the search is closed. */
  readonly query: string | null;
  readonly selected: readonly number[];
  readonly deleting: boolean;
}
type ListView = View<ListState>;

export const CONVERSATION = "com.android.messaging/.ui.conversation.ConversationActivity";

export const conversationListScreen = defineScreen<ListState>({
  component: "com.android.messaging/.ui.conversationlist.ConversationListActivity",
  initialState: () => ({ query: null, selected: [], deleting: false }),
  back: (view) => {
    const { query, selected } = view.state;
    if (query === null && selected.length === 0) return false;
    view.set(selected.length > 0 ? { selected: [] } : { query: null });
    return true;
  },
  render: (view) => {
    const { query, deleting } = view.state;
    const all = conversations(view.app);
    const shown = all.filter((one) => query === null || matches(view, one, query.trim().toLowerCase()));
    const empty =
      query === null ? "Once you start a new conversation, you’ll see it listed here" : "No results";
    return {
      root: appPage(
        "conversation_list_container",
        [
          bar(view),
          shown.length === 0
            ? emptyState("message", empty, "no_conversations_view")
            : list(
                { id: "android:id/list", box: { width: "fill", padding: [0, 0, 88, 0] } },
                shown.map((one) => conversationRow(view, one)),
              ),
        ],
        [
          atBottomEnd(
            floatingButton(
              "add",
              "Start new conversation",
              () => view.app.start({ component: CONVERSATION }),
              {
                id: "start_new_conversation_button",
              },
            ),
          ),
        ],
      ),
      ...(deleting ? { dialog: deleteDialog(view) } : {}),
    };
  },
});

function matches(view: ListView, one: Conversation, query: string): boolean {
  const words = [one.name, one.address, ...messagesOf(view.app, one.thread).map(({ body }) => body)];
  return words.some((word) => word.toLowerCase().includes(query));
}

function bar(view: ListView): Widget {
  const { query, selected } = view.state;
  if (selected.length > 0)
    return row(
      { id: "action_mode_bar", box: { width: "fill", height: 64, padding: [0, 4], align: "center" } },
      [
        iconButton("close", "Cancel", () => view.set({ selected: [] })),
        text(
          String(selected.length),
          { size: 20 },
          { id: "selection_counter", box: { weight: 1, padding: [0, 8] } },
        ),
        iconButton("delete", "Delete", () => view.set({ deleting: true }), { id: "action_delete" }),
      ],
    );
  if (query !== null)
    return searchBar({
      query,
      hint: "Search messages",
      onType: (typed) => view.set({ query: typed }),
      onClose: () => view.set({ query: null }),
    });
  const search = iconButton("search", "Search", () => view.set({ query: "" }), { id: "action_search" });
  return toolbar({ title: "Messaging", actions: [search] });
}

function conversationRow(view: ListView, one: Conversation): Widget {
  const { selected } = view.state;
  const chosen = selected.includes(one.thread);
  const toggle = () =>
    view.set({
      selected: chosen ? selected.filter((id) => id !== one.thread) : [...selected, one.thread],
    });
  const open = () => view.app.start({ component: CONVERSATION, extras: { thread: one.thread } });
  const time = listTime(one.date, view.app.now(), view.app.settings);
  return item({
    key: `thread-${one.thread}`,
    id: "swipeableContainer",
    leading: chosen ? badge("check", "primary", "onPrimary") : avatar(one.name, 40),
    title: one.name,
    subtitle: one.snippet,
    bold: one.unread,
    selected: chosen,
    trailing: column({ box: { align: "end", gap: 4 } }, [
      text(
        time,
        { size: 12, color: one.unread ? "primary" : "onSurfaceVariant" },
        { id: "conversation_timestamp" },
      ),
    ]),
    onTap: selected.length > 0 ? toggle : open,
    onLongPress: toggle,
  });
}

function deleteDialog(view: ListView): Dialog {
  const { selected } = view.state;
  return confirmDialog({
    title: selected.length === 1 ? "Delete this conversation?" : "Delete these conversations?",
    message: "The messages are deleted from this phone.",
    yes: "Delete",
    onNo: () => view.set({ deleting: false }),
    onYes: () => {
      deleteThreads(view.app, selected);
      view.set({ deleting: false, selected: [] });
    },
  });
}

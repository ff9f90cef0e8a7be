import type { Dialog } from "../../system/app.ts";
import { confirmDialog, popupMenu } from "../../toolkit/app-widgets.ts";
import { contactByNumber } from "../contacts/contact-store.ts";
import { CONVERSATION } from "./conversation-list-screen.ts";
import type { ConversationView } from "./conversation-state.ts";
import { deleteMessage, deleteThreads, messagesOf, threadOf } from "./message-store.ts";

export function conversationDialog(view: ConversationView): Dialog | null {
  const { menu, deleting } = view.state;
  if (deleting) return deleteDialog(view);
  if (menu === null) return null;
  return menu === "conversation" ? conversationMenu(view) : messageMenu(view, menu.message);
}

function conversationMenu(view: ConversationView): Dialog {
  const { app, state } = view;
  const close = () => view.set({ menu: null });
  const address = state.address ?? "";
  const addContact = () => {
    close();
    app.start({
      component: "com.android.contacts/.activities.ContactEditorActivity",
      action: "android.intent.action.INSERT",
      extras: { phone: address },
    });
  };
  return popupMenu(
    [
      ...(contactByNumber(app, address) === null ? [{ label: "Add contact", onTap: addContact }] : []),
      { label: "Delete", onTap: () => view.set({ menu: null, deleting: true }) },
    ],
    close,
  );
}

function messageMenu(view: ConversationView, id: number): Dialog {
  const { app, state } = view;
  const close = () => view.set({ menu: null });
  const thread = threadOf(app, state.address ?? "");
  const body = (thread === null ? [] : messagesOf(app, thread)).find((one) => one.id === id)?.body ?? "";
  return popupMenu(
    [
      {
        label: "Copy text",
        onTap: () => {
          app.clipboard.set(body);
          close();
        },
      },
      {
        label: "Forward",
        onTap: () => {
          close();
          app.start({ component: CONVERSATION, extras: { sms_body: body } });
        },
      },
      {
        label: "Delete",
        onTap: () => {
          deleteMessage(app, id);
          close();
        },
      },
    ],
    close,
  );
}

function deleteDialog(view: ConversationView): Dialog {
  return confirmDialog({
    title: "Delete this conversation?",
    message: "The messages are deleted from this phone.",
    yes: "Delete",
    onNo: () => view.set({ deleting: false }),
    onYes: () => {
      const thread = threadOf(view.app, view.state.address ?? "");
      if (thread !== null) deleteThreads(view.app, [thread]);
      view.app.finish();
    },
  });
}

import type { Dialog } from "../../system/app.ts";
import { confirmDialog, popupMenu } from "../../toolkit/app-widgets.ts";
import { contactByNumber } from "../contacts/contact-store.ts";
import { deleteCalls, loggedCalls } from "./call-store.ts";
import type { DialerView } from "./dialer-state.ts";

export function dialerDialog(view: DialerView): Dialog | null {
  const { app, state } = view;
  const close = () => view.set({ dialog: null });
  switch (state.dialog?.kind) {
    case undefined:
      return null;
    case "menu":
      return popupMenu(
        [{ label: "Clear call history", onTap: () => view.set({ dialog: { kind: "clear" } }) }],
        close,
      );
    case "clear":
      return confirmDialog({
        title: "Clear call history?",
        message: "This will delete all calls from your history",
        yes: "OK",
        onNo: close,
        onYes: () => {
          deleteCalls(
            app,
            loggedCalls(app).map(({ id }) => id),
          );
          close();
        },
      });
    case "call":
      return callMenu(view, state.dialog, close);
  }
}

function callMenu(
  view: DialerView,
  { id, number }: { readonly id: number; readonly number: string },
  close: () => void,
): Dialog {
  const { app } = view;
  const and = (act: () => void) => () => {
    close();
    act();
  };
  const add = () =>
    app.start({
      component: "com.android.contacts/.activities.ContactEditorActivity",
      action: "android.intent.action.INSERT",
      extras: { phone: number },
    });
  const message = () =>
    app.start({
      component: "com.android.messaging/.ui.conversation.ConversationActivity",
      extras: { address: number },
    });
  return popupMenu(
    [
      { label: "Call", onTap: and(() => void app.telephony.dial(number)) },
      { label: "Send a message", onTap: and(message) },
      ...(contactByNumber(app, number) === null ? [{ label: "Add contact", onTap: and(add) }] : []),
      { label: "Copy number", onTap: and(() => app.clipboard.set(number)) },
      { label: "Delete", onTap: and(() => deleteCalls(app, [id])) },
    ],
    close,
  );
}

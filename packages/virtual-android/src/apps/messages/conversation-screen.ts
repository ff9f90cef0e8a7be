import { type AppContext, defineScreen } from "../../system/app.ts";
import type { Intent } from "../../system/device.ts";
import { appPage } from "../../toolkit/app-widgets.ts";
import { iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { toolbar } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { bubble } from "./bubble.ts";
import { conversationDialog } from "./conversation-dialogs.ts";
import { CONVERSATION } from "./conversation-list-screen.ts";
import { type ConversationState, type ConversationView, newConversation } from "./conversation-state.ts";
import { conversations, markRead, messagesOf, senderName, threadOf } from "./message-store.ts";
import { recipientPicker } from "./recipient-picker.ts";

/** One conversation; without a recipient it begins with asking for one. */
export const conversationScreen = defineScreen<ConversationState>({
  component: CONVERSATION,
  filters: [
    { action: "android.intent.action.SENDTO", scheme: "sms" },
    { action: "android.intent.action.SENDTO", scheme: "smsto" },
    { action: "android.intent.action.VIEW", scheme: "sms" },
    { action: "android.intent.action.VIEW", scheme: "smsto" },
    { action: "android.intent.action.SEND", mimeType: "text/plain" },
  ],
  initialState: (intent, app) => {
    const address = addressOf(intent, app);
    const thread = address === null ? null : threadOf(app, address);
    if (thread !== null) markRead(app, thread);
    const given = intent.extras.sms_body ?? intent.extras["android.intent.extra.TEXT"] ?? "";
    return { ...newConversation, address, draft: String(given) };
  },
  render: (view) => {
    const { address } = view.state;
    const dialog = conversationDialog(view);
    return {
      root: appPage("conversation_fragment", [
        ...(address === null ? recipientPicker(view) : thread(view, address)),
        composer(view),
      ]),
      ...(dialog === null ? {} : { dialog }),
    };
  },
});

function addressOf(intent: Intent, app: AppContext): string | null {
  const { thread, address } = intent.extras;
  if (address !== undefined) return String(address);
  const known = conversations(app).find((one) => one.thread === thread);
  if (known !== undefined) return known.address;
  const data = /^smst?o?:(?:\/\/)?([^?]*)/.exec(intent.data ?? "")?.[1] ?? "";
  return data === "" ? null : decodeURIComponent(data);
}

function thread(view: ConversationView, address: string): readonly Widget[] {
  const { app } = view;
  const id = threadOf(app, address);
  const messages = id === null ? [] : messagesOf(app, id);
  const name = senderName(app, address);
  const bubbles = messages.map((message, index) => bubble(view, message, messages[index - 1] ?? null));
  return [
    toolbar({
      title: name,
      onBack: () => app.finish(),
      actions: [
        iconButton("call", "Call", () => app.call(address), { id: "action_call" }),
        iconButton("more", "More options", () => view.set({ menu: "conversation" })),
      ],
    }),
    list(
      {
        id: "android:id/list",
        fromEnd: true,
        box: { width: "fill", padding: [8, 0], gap: 4, justify: "end" },
      },
      bubbles,
    ),
  ];
}

function composer(view: ConversationView): Widget {
  const { draft, address, typed } = view.state;
  const to = address ?? (/\d/.test(typed) ? typed.trim() : null);
  const ready = draft.trim() !== "" && to !== null;
  const send = () => {
    if (!ready) return;
    view.app.telephony.sendMessage(to, draft.trim());
    view.set({ draft: "", address: to, typed: "" });
  };
  return row(
    {
      id: "message_compose_view_container",
      box: { width: "fill", padding: [8, 8, 8, 16], gap: 4, align: "end" },
    },
    [
      row(
        {
          class: "android.view.ViewGroup",
          box: { weight: 1, padding: [0, 18] },
          look: { background: "surfaceVariant", radius: 26 },
        },
        [
          editText(draft, (text) => view.set({ draft: text }), {
            id: "compose_message_text",
            hint: "Send message",
            autofocus: address !== null,
            bare: true,
            multiline: true,
            box: { padding: [16, 0, 14, 0], minHeight: 52 },
          }),
        ],
      ),
      draft.length > 160
        ? text(
            `${(153 - (draft.length % 153)) % 153} / ${Math.ceil(draft.length / 153)}`,
            { size: 11, color: "onSurfaceVariant" },
            { id: "char_counter" },
          )
        : null,
      iconButton("send", "Send", send, {
        id: "send_message_button",
        enabled: ready,
        look: { icon: { name: "send", size: 24, color: ready ? "primary" : "outline" } },
      }),
    ],
  );
}

import { listTime } from "../../system/format-time.ts";
import { MESSAGE_TYPE } from "../../system/telephony/telephony.ts";
import { column, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { ConversationView } from "./conversation-state.ts";
import { deleteMessage, type Message } from "./message-store.ts";

const quietMilliseconds = 10 * 60_000;

/** A message on its side, with the time when some had passed since the one before. */
export function bubble(view: ConversationView, message: Message, before: Message | null): Widget {
  const { app } = view;
  const mine = message.type !== MESSAGE_TYPE.inbox;
  const failed = message.type === MESSAGE_TYPE.failed;
  const time = listTime(message.date, app.now(), app.settings);
  const apart = before === null || message.date - before.date > quietMilliseconds;
  const sendAgain = () => {
    deleteMessage(app, message.id);
    app.telephony.sendMessage(message.address, message.body);
  };
  return column(
    {
      key: `message-${message.id}`,
      id: "message_content",
      class: "android.view.ViewGroup",
      ...(failed ? { onTap: sendAgain } : {}),
      onLongPress: () => view.set({ menu: { message: message.id } }),
      box: {
        width: "fill",
        padding: mine ? [2, 12, 2, 72] : [2, 72, 2, 12],
        align: mine ? "end" : "start",
        gap: 2,
      },
    },
    [
      text(
        message.body,
        { size: 16, color: mine ? "onPrimaryContainer" : "onSurface" },
        {
          id: "message_text",
          look: { background: mine ? "primaryContainer" : "surfaceContainer", radius: 18 },
          box: { padding: [10, 16], width: "wrap" },
        },
      ),
      failed
        ? text("Not sent. Touch to try again.", { size: 12, color: "error" }, { id: "message_status" })
        : apart
          ? text(time, { size: 12, color: "onSurfaceVariant" }, { id: "message_status" })
          : null,
    ],
  );
}

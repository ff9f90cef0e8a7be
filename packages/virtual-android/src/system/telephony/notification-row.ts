import { column, icon, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import { button, editText } from "../../toolkit/control-widgets.ts";
import type { SwipeWay, Widget } from "../../toolkit/widget.ts";
import type { AppContext } from "../app.ts";
import type { PostedNotification } from "./notifications.ts";

/** How long ago, as DateTimeView writes it. */
function age(app: AppContext, { postedAtMilliseconds }: PostedNotification): string {
  const minutes = Math.floor((app.now().getTime() - postedAtMilliseconds) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1_440)}d`;
}

/** An answer that is being written into a notification. */
export interface Answering {
  /** Null until "Reply" is tapped. */
  readonly written: string | null;
  write(text: string | null): void;
}

/** The button "Reply", or the field that it opens, as RemoteInputView has it. */
function answerLine(
  app: AppContext,
  notification: PostedNotification,
  { written, write }: Answering,
): Widget {
  const reply = () => write("");
  if (written === null)
    return row({ id: "android:id/actions", box: { width: "fill" } }, [
      button("Reply", reply, { id: "android:id/action0", style: "text" }),
    ]);
  const send = () => {
    if (written.trim() === "") return;
    write(null);
    app.answerNotification(notification, written.trim());
  };
  return row({ id: "remote_input", box: { width: "fill", height: 56, align: "center" } }, [
    editText(written, write, { id: "remote_input_text", hint: "Reply", autofocus: true, box: { weight: 1 } }),
    iconButton("send", "Send", send, { id: "remote_input_send", enabled: written.trim() !== "" }),
  ]);
}

/**
 * One notification, in the shade and on the lock screen: a tap opens it, a swipe to a side takes it away. With `answering` it can be
 * answered in place, when its app takes answers.
 */
export function notificationRow(
  app: AppContext,
  notification: PostedNotification,
  answering?: Answering,
): Widget {
  const { packageName, id, tag, title, text: said, ongoing } = notification;
  const label = app.packages().find((one) => one.packageName === packageName)?.label ?? packageName;
  const symbol = app.iconOf(packageName);
  const dismiss = (way: SwipeWay) => {
    const isSideways = way === "left" || way === "right";
    if (isSideways && ongoing !== true) app.notifications.cancel(notification);
  };
  return row(
    {
      id: "expandableNotificationRow",
      key: `notification-${packageName}-${id}-${tag}`,
      class: "android.widget.FrameLayout",
      onTap: () => app.openNotification(notification),
      onSwipe: dismiss,
      box: { width: "fill", minHeight: 84, padding: [14, 16], gap: 14, align: "start" },
      look: { background: "surface", radius: 20 },
    },
    [
      column(
        {
          class: "android.widget.ImageView",
          id: "android:id/icon",
          leaf: true,
          box: { width: 26, height: 26, align: "center", justify: "center" },
          look: { background: symbol.color, radius: 13 },
        },
        [icon(symbol.name, 16, "#ffffff")],
      ),
      column({ id: "android:id/notification_main_column", box: { weight: 1, gap: 2 } }, [
        row({ id: "android:id/notification_header", box: { width: "fill", gap: 6 } }, [
          text(
            label,
            { size: 12, color: "onSurfaceVariant", maxLines: 1 },
            { id: "android:id/app_name_text" },
          ),
          text("•", { size: 12, color: "onSurfaceVariant" }),
          text(age(app, notification), { size: 12, color: "onSurfaceVariant" }, { id: "android:id/time" }),
        ]),
        text(title, { size: 15, weight: 500, maxLines: 1 }, { id: "android:id/title" }),
        text(said, { size: 14, color: "onSurfaceVariant", maxLines: 2 }, { id: "android:id/text" }),
        ...(answering === undefined || notification.replyTo === undefined
          ? []
          : [answerLine(app, notification, answering)]),
      ]),
    ],
  );
}

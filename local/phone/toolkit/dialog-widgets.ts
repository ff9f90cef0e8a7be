import { column, row, text } from "./basic-widgets.ts";
import { button } from "./control-widgets.ts";
import type { Widget } from "./widget.ts";

interface DialogAction {
  readonly label: string;
  readonly onTap: () => void;
}

export interface AlertProps {
  readonly title?: string;
  readonly message?: string;
  readonly body?: readonly Widget[];
  readonly positive?: DialogAction;
  readonly negative?: DialogAction;
  readonly neutral?: DialogAction;
}

/** What AlertDialog shows, with the resource ids of the framework's alert layout. */
export function alertDialog(props: AlertProps): Widget {
  const { title, message, body = [], positive, negative, neutral } = props;
  return column(
    {
      id: "android:id/parentPanel",
      box: { width: "fill", padding: [20, 0, 12, 0] },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      title === undefined
        ? null
        : column({ id: "android:id/topPanel", box: { padding: [4, 24, 12, 24] } }, [
            text(title, { size: 22 }, { id: "android:id/alertTitle" }),
          ]),
      message === undefined
        ? null
        : column(
            {
              id: "android:id/scrollView",
              class: "android.widget.ScrollView",
              box: { padding: [title === undefined ? 12 : 0, 24, 16, 24] },
            },
            [text(message, { size: 14, color: "onSurfaceVariant" }, { id: "android:id/message" })],
          ),
      body.length === 0
        ? null
        : column(
            {
              id: "android:id/customPanel",
              class: "android.widget.FrameLayout",
              box: { padding: [4, 0, 12, 0] },
            },
            body,
          ),
      row(
        {
          id: "android:id/buttonPanel",
          class: "android.widget.ScrollView",
          box: { padding: [0, 16], justify: "end", gap: 4 },
        },
        [
          neutral === undefined ? null : button(neutral.label, neutral.onTap, { id: "android:id/button3" }),
          negative === undefined
            ? null
            : button(negative.label, negative.onTap, { id: "android:id/button2" }),
          positive === undefined
            ? null
            : button(positive.label, positive.onTap, { id: "android:id/button1" }),
        ],
      ),
    ],
  );
}

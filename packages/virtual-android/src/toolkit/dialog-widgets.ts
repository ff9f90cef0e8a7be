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
  const { title, message, body = [] } = props;
  const panel = { id: "android:id/customPanel", class: "android.widget.FrameLayout" };
  return column(
    {
      id: "android:id/parentPanel",
      box: { width: "fill", padding: [20, 0, 12, 0] },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      title === undefined ? null : titlePanel(title),
      message === undefined ? null : messagePanel(message, title === undefined ? 12 : 0),
      body.length === 0 ? null : column({ ...panel, box: { padding: [4, 0, 12, 0] } }, body),
      buttonPanel(props),
    ],
  );
}

function titlePanel(title: string): Widget {
  const heading = text(title, { size: 22 }, { id: "android:id/alertTitle" });
  return column({ id: "android:id/topPanel", box: { padding: [4, 24, 12, 24] } }, [heading]);
}

function messagePanel(message: string, above: number): Widget {
  const box = { padding: [above, 24, 16, 24] } as const;
  return column({ id: "android:id/scrollView", class: "android.widget.ScrollView", box }, [
    text(message, { size: 14, color: "onSurfaceVariant" }, { id: "android:id/message" }),
  ]);
}

function buttonPanel({ neutral, negative, positive }: AlertProps): Widget {
  const one = (action: DialogAction | undefined, id: string) =>
    action === undefined ? null : button(action.label, action.onTap, { id });
  return row(
    {
      id: "android:id/buttonPanel",
      class: "android.widget.ScrollView",
      box: { padding: [0, 16], justify: "end", gap: 4 },
    },
    [
      one(neutral, "android:id/button3"),
      one(negative, "android:id/button2"),
      one(positive, "android:id/button1"),
    ],
  );
}

import type { IconName } from "../../graphics/icons.ts";
import { listTime } from "../../system/format-time.ts";
import { CALL_TYPE } from "../../system/telephony/telephony.ts";
import { column, icon, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { avatar } from "../contacts/people-screen.ts";
import type { LoggedCall } from "./call-store.ts";
import type { DialerView } from "./dialer-state.ts";

const KINDS: Readonly<Record<number, readonly [name: IconName, words: string]>> = {
  [CALL_TYPE.incoming]: ["callReceived", "Incoming call"],
  [CALL_TYPE.outgoing]: ["callMade", "Outgoing call"],
  [CALL_TYPE.missed]: ["callMissed", "Missed call"],
  [CALL_TYPE.rejected]: ["callMissed", "Declined call"],
};

export function callRow(view: DialerView, call: LoggedCall): Widget {
  const { app } = view;
  const [symbol, words] = KINDS[call.type] ?? ["call", "Call"];
  const missed = call.type === CALL_TYPE.missed;
  const time = listTime(call.date, app.now(), app.settings);
  const showMenu = () => view.set({ dialog: { kind: "call", id: call.id, number: call.number } });
  return row(
    {
      key: `call-${call.id}`,
      id: "call_log_entry",
      class: "android.view.ViewGroup",
      desc: `${words}, ${call.name}, ${time}`,
      onTap: () => void app.telephony.dial(call.number),
      onLongPress: showMenu,
      box: { width: "fill", height: 72, padding: [0, 4, 0, 16], gap: 16, align: "center" },
    },
    [
      avatar(call.name, 40),
      column({ box: { weight: 1, gap: 2 } }, [
        text(
          call.name,
          { size: 17, maxLines: 1, color: missed ? "error" : "onSurface" },
          { id: "primary_text" },
        ),
        row({ box: { gap: 6, align: "center" } }, [
          icon(symbol, 16, missed ? "error" : "onSurfaceVariant"),
          text(time, { size: 14, color: "onSurfaceVariant" }, { id: "phone_account" }),
        ]),
      ]),
      iconButton("more", `Options for ${call.name}`, showMenu, { id: "menu_button" }),
    ],
  );
}

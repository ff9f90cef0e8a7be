import type { IconName } from "../../graphics/icons.ts";
import { defineScreen, type View } from "../../system/app.ts";
import { type PhoneCall, talkSeconds } from "../../system/telephony/telephony.ts";
import { column, gap, icon, row, text } from "../../toolkit/basic-widgets.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { avatar } from "../contacts/people-screen.ts";
import { callerName, callMinutes } from "./call-store.ts";
import { keyRows } from "./keypad.ts";

interface InCallState {
  readonly keypadOpen: boolean;
  /** Tones of the call, which nobody hears. */
  readonly typed: string;
}
type InCallView = View<InCallState>;

/** It is there as long as there is a call; telephony opens and closes it. */
export const inCallScreen = defineScreen<InCallState>({
  component: "com.android.dialer/com.android.incallui.InCallActivity",
  initialState: () => ({ keypadOpen: false, typed: "" }),
  render: (view) => {
    const [call] = view.app.telephony.calls;
    return {
      root: column(
        {
          id: "incall_ui_container",
          class: "android.widget.FrameLayout",
          box: { width: "fill", height: "fill", padding: [56, 24, 40, 24], align: "center", gap: 12 },
          look: { background: "surface" },
        },
        call === undefined
          ? [text("Call ended", { size: 22 }, { id: "contactgrid_status_text" })]
          : content(view, call),
      ),
      refreshMilliseconds: 1_000,
    };
  },
});

const STATUS: Readonly<Record<PhoneCall["state"], string>> = {
  ringing: "Incoming call",
  dialing: "Calling…",
  active: "",
  held: "On hold",
};

function content(view: InCallView, call: PhoneCall): readonly Widget[] {
  const { app } = view;
  const name = callerName(app, call.number);
  const seconds = talkSeconds(call, app.now().getTime());
  const status = call.state === "active" ? callMinutes(seconds) : STATUS[call.state];
  return [
    text(
      status,
      { size: 16, color: "onSurfaceVariant", align: "center" },
      { id: "contactgrid_status_text", box: { width: "fill" } },
    ),
    text(
      name,
      { size: 32, align: "center", maxLines: 1 },
      { id: "contactgrid_contact_name", box: { width: "fill" } },
    ),
    text(
      name === call.number ? "" : `Mobile ${call.number}`,
      { size: 16, align: "center", color: "onSurfaceVariant" },
      { id: "contactgrid_forwardNumber", box: { width: "fill" } },
    ),
    gap({ weight: 1 }),
    view.state.keypadOpen
      ? column({ id: "incall_dialpad", box: { width: "fill" } }, [
          text(
            view.state.typed,
            { size: 26, align: "center" },
            { id: "digits", box: { width: "fill", height: 40 } },
          ),
          ...keyRows((digit) => view.set({ typed: view.state.typed + digit })),
        ])
      : row({ box: { width: "fill", justify: "center" } }, [avatar(name, 128)]),
    gap({ weight: 1 }),
    ...(call.state === "ringing" ? [answerButtons(view)] : callButtons(view, call)),
  ];
}

const round = (
  name: IconName,
  desc: string,
  id: string,
  background: `#${string}`,
  onTap: () => void,
): Widget => ({
  ...floatingButton(name, desc, onTap, { id, box: { width: 72, height: 72, padding: 20 } }),
  look: { background, radius: 36, icon: { name, size: 32, color: "#ffffff" } },
});

function answerButtons({ app }: InCallView): Widget {
  return row({ id: "incoming_call_buttons", box: { width: "fill", padding: [0, 32], justify: "between" } }, [
    round("callEnd", "Decline", "incoming_decline", "#d93025", () => app.telephony.hangUp()),
    round("call", "Answer", "incoming_answer", "#1e8e3e", () => app.telephony.answer()),
  ]);
}

function callButtons(view: InCallView, call: PhoneCall): readonly Widget[] {
  const { app } = view;
  const { telephony } = app;
  const held = call.state === "held";
  return [
    row({ id: "incall_buttons", box: { width: "fill", justify: "between" } }, [
      toggle("mic", "Mute", call.muted, () => telephony.setCall({ muted: !call.muted })),
      toggle("dialpad", "Keypad", view.state.keypadOpen, () =>
        view.set({ keypadOpen: !view.state.keypadOpen }),
      ),
      toggle("volume", "Speaker", call.speaker, () => telephony.setCall({ speaker: !call.speaker })),
      toggle("pause", "Hold", held, () => telephony.setCall({ state: held ? "active" : "held" })),
    ]),
    row({ box: { width: "fill", justify: "center", padding: [24, 0, 0, 0] } }, [
      round("callEnd", "End call", "incall_end_call", "#d93025", () => telephony.hangUp()),
    ]),
  ];
}

function toggle(name: IconName, label: string, on: boolean, onTap: () => void): Widget {
  return column(
    {
      key: `button-${label}`,
      class: "android.widget.CompoundButton",
      desc: label,
      checkable: true,
      checked: on,
      onTap,
      leaf: true,
      box: { width: 84, height: 84, align: "center", justify: "center", gap: 6 },
      look: on ? { background: "secondaryContainer", radius: 20 } : {},
    },
    [
      icon(name, 26, on ? "onSecondaryContainer" : "onSurface"),
      text(label, { size: 13, align: "center", color: on ? "onSecondaryContainer" : "onSurface" }),
    ],
  );
}

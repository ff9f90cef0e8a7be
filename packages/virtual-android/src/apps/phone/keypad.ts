import { item } from "../../toolkit/app-widgets.ts";
import { column, gap, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { floatingButton } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { contacts } from "../contacts/contact-store.ts";
import { avatar } from "../contacts/people-screen.ts";
import { loggedCalls } from "./call-store.ts";
import type { DialerView } from "./dialer-state.ts";

const KEYS = [
  ["1", "", "one"],
  ["2", "ABC", "two"],
  ["3", "DEF", "three"],
  ["4", "GHI", "four"],
  ["5", "JKL", "five"],
  ["6", "MNO", "six"],
  ["7", "PQRS", "seven"],
  ["8", "TUV", "eight"],
  ["9", "WXYZ", "nine"],
  ["*", "", "star"],
  ["0", "+", "zero"],
  ["#", "", "pound"],
] as const;

export function keyRows(press: (digit: string) => void): readonly Widget[] {
  return [0, 3, 6, 9].map((start) =>
    row(
      { key: `keys-${start}`, box: { width: "fill", justify: "center", gap: 16 } },
      KEYS.slice(start, start + 3).map(([digit, letters, id]) => ({
        ...column(
          {
            key: `key-${digit}`,
            id,
            class: "android.widget.FrameLayout",
            desc: letters === "" ? digit : `${digit},${letters}`,
            onTap: () => press(digit),
            ...(digit === "0" ? { onLongPress: () => press("+") } : {}),
            box: { width: 104, height: 66, align: "center", justify: "center" },
          },
          [
            text(digit, { size: 30, align: "center" }, { id: "dialpad_key_number" }),
            letters === ""
              ? null
              : text(
                  letters,
                  { size: 11, color: "onSurfaceVariant", align: "center" },
                  { id: "dialpad_key_letters" },
                ),
          ],
        ),
      })),
    ),
  );
}

/** The digits, the contacts that fit them, the keys and the call button. */
export function keypad(view: DialerView): readonly Widget[] {
  const { app, state } = view;
  const digits = state.digits ?? "";
  const call = () => {
    // An empty field takes the last number, as Android's does.
    if (digits === "") view.set({ digits: loggedCalls(app).find(({ type }) => type === 2)?.number ?? "" });
    else if (app.telephony.dial(digits)) view.set({ digits: null });
  };
  const found = contacts(app).filter(
    ({ phone }) => digits !== "" && phone.replaceAll(/[^\d+]/g, "").includes(digits),
  );
  return [
    row({ box: { width: "fill", height: 56, padding: [0, 4] } }, [
      iconButton("back", "Navigate back", () => view.set({ digits: null }), { id: "dialpad_back" }),
    ]),
    list({ id: "search_results", box: { width: "fill" } }, [
      ...found.slice(0, 4).map(({ id, displayName, phone }) =>
        item({
          key: `found-${id}`,
          leading: avatar(displayName, 40),
          title: displayName,
          subtitle: phone,
          onTap: () => view.set({ digits: phone.replaceAll(/[^\d+]/g, "") }),
        }),
      ),
    ]),
    row(
      {
        box: { width: "fill", height: 64, padding: [0, 8, 0, 56], align: "center" },
        look: { background: "surfaceContainer" },
      },
      [
        text(
          digits,
          { size: 32, align: "center", maxLines: 1 },
          { id: "digits", desc: digits, box: { weight: 1, height: 48 } },
        ),
        digits === ""
          ? gap({ width: 48, height: 48 })
          : iconButton("backspace", "backspace", () => view.set({ digits: digits.slice(0, -1) }), {
              id: "deleteButton",
              onLongPress: () => view.set({ digits: "" }),
            }),
      ],
    ),
    column(
      {
        id: "dialpad",
        box: { width: "fill", padding: [4, 0, 8, 0] },
        look: { background: "surfaceContainer" },
      },
      [
        ...keyRows((digit) => view.set({ digits: digits + digit })),
        row({ box: { width: "fill", justify: "center", padding: [8, 0] } }, [
          {
            ...floatingButton("call", "dial", call, { id: "dialpad_floating_action_button" }),
            look: { background: "#1e8e3e", radius: 28, icon: { name: "call", size: 24, color: "#ffffff" } },
          },
        ]),
      ],
    ),
  ];
}

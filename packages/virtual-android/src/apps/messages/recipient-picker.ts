import { badge, item } from "../../toolkit/app-widgets.ts";
import { iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type Contact, contacts } from "../contacts/contact-store.ts";
import { avatar } from "../contacts/people-screen.ts";
import type { ConversationView } from "./conversation-state.ts";
import { markRead, threadOf } from "./message-store.ts";

/** The "To" line and the contacts that fit what is in it. */
export function recipientPicker(view: ConversationView): readonly Widget[] {
  const { app, state } = view;
  const typed = state.typed.trim().toLowerCase();
  const digits = typed.replaceAll(/\D/g, "");
  const choose = (address: string) => {
    const thread = threadOf(app, address);
    if (thread !== null) markRead(app, thread);
    view.set({ address, typed: "" });
  };
  const fits = ({ displayName, phone }: Contact): boolean =>
    phone !== "" &&
    (typed === "" ||
      displayName.toLowerCase().includes(typed) ||
      (digits !== "" && phone.replaceAll(/\D/g, "").includes(digits)));
  const known = contacts(app).filter(fits);
  const isNumber = /^[+\d][\d\s()-]*$/.test(typed);
  return [
    row(
      {
        id: "compose_contact_view",
        box: { width: "fill", height: 64, padding: [0, 16, 0, 4], gap: 8, align: "center" },
      },
      [
        iconButton("back", "Navigate up", () => app.finish()),
        text("To", { size: 16, color: "onSurfaceVariant" }, { id: "to_label" }),
        editText(state.typed, (text) => view.set({ typed: text }), {
          id: "recipient_text_view",
          hint: "Type names, phone numbers, or emails",
          autofocus: true,
          bare: true,
          onSubmit: () => {
            if (isNumber) choose(state.typed.trim());
            else if (known.length === 1) choose(known[0]?.phone ?? "");
          },
          box: { weight: 1 },
        }),
      ],
    ),
    list({ id: "contact_list", box: { width: "fill" } }, [
      isNumber
        ? item({
            key: "typed-number",
            leading: badge("call", "primaryContainer", "onPrimaryContainer"),
            title: `Send to ${state.typed.trim()}`,
            onTap: () => choose(state.typed.trim()),
          })
        : null,
      ...known.map((contact) =>
        item({
          key: `contact-${contact.id}`,
          leading: avatar(contact.displayName, 40),
          title: contact.displayName,
          subtitle: contact.phone,
          onTap: () => choose(contact.phone),
        }),
      ),
    ]),
  ];
}

import { box, button, field, label } from "../screen-parts.ts";
import { compose, type Fixture, list, row } from "./fixture.ts";

const rows = ["Inbox", "Drafts", "Sent", "Spam"].map((title, index) =>
  row(title, 0, 300 + index * 400, 1080, 700 + index * 400),
);

/** The scrim is one empty clickable; the sheet takes no taps where it is empty. */
export const bottomSheet: Fixture = {
  name: "bottom sheet on a scrim",
  nodes: [
    label("Mail", [40, 100, 400, 180]),
    list("folders", "[0,300][1080,2400]", ...rows),
    box([0, 0, 1080, 2400], { clickable: true, "resource-id": "com.example:id/touch_outside" }),
    box(
      [0, 1600, 1080, 2400],
      {},
      label("Sort by", [40, 1640, 1040, 1740]),
      row("Date", 0, 1760, 1080, 2060),
      row("Sender", 0, 2060, 1080, 2360),
    ),
  ],
  lines: [
    "[0] BUTTON id=touch_outside [CLICKABLE]",
    "[1] LIST id=folders [SCROLLABLE, COVERED]",
    '[2] BUTTON "Inbox" [CLICKABLE, COVERED]',
    '[3] BUTTON "Drafts" [CLICKABLE, COVERED]',
    '[4] BUTTON "Sent" [CLICKABLE, COVERED]',
    '[5] BUTTON "Spam" [CLICKABLE, COVERED]',
    '[6] TEXT "Sort by"',
    '[7] BUTTON "Date" [CLICKABLE]',
    '[8] BUTTON "Sender" [CLICKABLE]',
  ],
};

/** A card over the middle of the app, painted last though the dump has it first. */
export const dialogCard: Fixture = {
  name: "dialog painted last",
  nodes: [
    box(
      [100, 800, 980, 1500],
      { clickable: true, "drawing-order": "2" },
      label("Rate us?", [140, 840, 940, 940]),
      button("Later", [140, 1300, 500, 1440]),
      button("Rate", [580, 1300, 940, 1440]),
    ),
    compose(
      "[0,0][1080,2400]",
      { "drawing-order": "1" },
      label("News", [40, 100, 400, 180]),
      label("A long story", [140, 900, 900, 1200]),
      button("Follow", [200, 1000, 600, 1120]),
      button("Read", [40, 1900, 600, 2040]),
    ),
  ],
  lines: [
    '[0] TEXT "News"',
    '[1] BUTTON "Follow" [CLICKABLE, COVERED]',
    '[2] BUTTON "Read" [CLICKABLE]',
    '[3] BUTTON "Rate us?" [CLICKABLE]',
    ' [4] BUTTON "Later" [CLICKABLE]',
    ' [5] BUTTON "Rate" [CLICKABLE]',
  ],
};

export const keyboardForm: Fixture = {
  name: "form under the keyboard",
  keyboardTop: 1500,
  nodes: [
    label("Sign up", [40, 100, 600, 200]),
    field("", [40, 400, 1040, 540], { hint: "Name", focused: true }),
    field("", [40, 1400, 1040, 1700], { hint: "About you" }),
    button("Create account", [40, 2100, 1040, 2240]),
  ],
  lines: [
    '[0] TEXT "Sign up"',
    '[1] TEXTFIELD "Name" value="" [CLICKABLE, FOCUSED]',
    '[2] TEXTFIELD "About you" value="" [CLICKABLE]',
    '[3] BUTTON "Create account" [CLICKABLE, COVERED]',
  ],
};

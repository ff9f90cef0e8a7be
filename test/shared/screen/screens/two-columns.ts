import { button, label } from "../screen-parts.ts";
import { compose, type Fixture, list, row } from "./fixture.ts";

/** A tablet's two lists, whose rows do not line up; the right one was scrolled and its last row is cut. */
export const twoLists: Fixture = {
  name: "two lists side by side",
  nodes: [
    list(
      "categories",
      "[0,200][400,2400]",
      row("Network", 0, 230, 400, 430),
      row("Sound", 0, 430, 400, 630),
      row("Display", 0, 630, 400, 830),
    ),
    list(
      "details",
      "[400,200][1080,1000]",
      row("Wi-Fi", 400, 200, 1080, 330),
      row("Mobile data", 400, 330, 1080, 580),
      row("Hotspot", 400, 580, 1080, 830),
      row("VPN", 400, 830, 1080, 1000),
    ),
  ],
  lines: [
    "[0] LIST id=categories [SCROLLABLE]",
    ' [1] BUTTON "Network" [CLICKABLE]',
    ' [2] BUTTON "Sound" [CLICKABLE]',
    ' [3] BUTTON "Display" [CLICKABLE]',
    "[4] LIST id=details [SCROLLABLE, MORE_ABOVE, MORE_BELOW]",
    ' [5] BUTTON "Wi-Fi" [CLICKABLE]',
    ' [6] BUTTON "Mobile data" [CLICKABLE]',
    ' [7] BUTTON "Hotspot" [CLICKABLE]',
    ' [8] BUTTON "VPN" [CLICKABLE]',
  ],
};

/** Two columns of an article without any container, under one heading. */
export const looseColumns: Fixture = {
  name: "loose columns",
  nodes: [
    compose(
      "[0,0][1080,2400]",
      {},
      label("Today", [40, 100, 1040, 180]),
      label("Oslo has snow", [40, 240, 500, 420]),
      label("Rome has sun", [580, 240, 1040, 300]),
      label("Ferries do not sail", [40, 440, 500, 700]),
      label("Beaches are full", [580, 330, 1040, 560]),
      button("Share", [580, 580, 1040, 700]),
    ),
  ],
  lines: [
    '[0] TEXT "Today"',
    '[1] TEXT "Oslo has snow"',
    '[2] TEXT "Ferries do not sail"',
    '[3] TEXT "Rome has sun"',
    '[4] TEXT "Beaches are full"',
    '[5] BUTTON "Share" [CLICKABLE]',
  ],
};

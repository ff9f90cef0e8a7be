import { box, button, label } from "../screen-parts.ts";
import { type Fixture, list } from "./fixture.ts";

const song = (title: string, artist: string, top: number): string =>
  box(
    [0, top, 1080, top + 200],
    { clickable: true },
    label(title, [40, top + 30, 700, top + 100]),
    label(artist, [40, top + 110, 700, top + 170]),
    button("", [900, top + 30, 1040, top + 170], { "content-desc": "More" }),
  );

/** Each row can be played, and has a menu of its own. */
export const songs: Fixture = {
  name: "songs with a menu each",
  nodes: [
    list(
      "songs",
      "[0,200][1080,860]",
      song("Waterloo", "Abba", 210),
      song("Parklife", "Blur", 410),
      box([0, 610, 1080, 860], {}, label("Sponsored", [40, 640, 700, 860])),
    ),
    label("Playing next", [40, 900, 700, 980]),
    button("", [40, 1000, 180, 1140], { "content-desc": "Like" }),
    button("", [240, 1000, 380, 1140], { "content-desc": "Like" }),
  ],
  lines: [
    "[0] LIST id=songs [SCROLLABLE, MORE_BELOW]",
    '[1] BUTTON "Waterloo | Abba" [CLICKABLE]',
    ' [2] BUTTON "More" near="Waterloo" [CLICKABLE]',
    '[3] BUTTON "Parklife | Blur" [CLICKABLE]',
    ' [4] BUTTON "More" near="Parklife" [CLICKABLE]',
    '[5] TEXT "Sponsored"',
    '[6] TEXT "Playing next"',
    '[7] BUTTON "Like" nth=1/2 [CLICKABLE]',
    '[8] BUTTON "Like" nth=2/2 [CLICKABLE]',
  ],
};

/** The card's middle belongs to a button of its own. */
export const card: Fixture = {
  name: "card with a button in its middle",
  nodes: [
    box(
      [40, 300, 1040, 900],
      { clickable: true },
      label("Trip to Oslo", [80, 330, 900, 400]),
      button("Book", [300, 500, 780, 700]),
      button("Save", [80, 760, 400, 860]),
    ),
  ],
  lines: [
    '[0] BUTTON "Trip to Oslo" [CLICKABLE]',
    ' [1] BUTTON "Book" [CLICKABLE]',
    ' [2] BUTTON "Save" [CLICKABLE]',
  ],
};

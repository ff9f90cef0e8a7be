import { button, label, toggle } from "../screen-parts.ts";
import { compose, type Fixture } from "./fixture.ts";

/** Switches after their texts, checkboxes before them, a slider under its heading: all siblings. */
export const composeSettings: Fixture = {
  name: "Compose settings",
  nodes: [
    compose(
      "[0,0][1080,2400]",
      {},
      button("", [0, 80, 147, 227], { class: "android.view.View", "content-desc": "Back" }),
      label("Player", [168, 110, 700, 190]),
      compose(
        "[0,240][1080,2400]",
        { scrollable: true },
        label("Autoplay", [48, 290, 700, 350]),
        label("Start the next track", [48, 350, 700, 400]),
        toggle("Switch", [900, 300, 1032, 400], { checked: true }),
        label("Gapless", [48, 480, 700, 540]),
        toggle("Switch", [900, 465, 1032, 565]),
        label("Formats", [48, 640, 700, 700]),
        toggle("CheckBox", [32, 720, 128, 816], { checked: true }),
        label("MP3", [144, 740, 400, 796]),
        toggle("CheckBox", [32, 816, 128, 912]),
        label("FLAC", [144, 836, 400, 892]),
        label("Crossfade", [48, 960, 700, 1020]),
        compose("[48,1030][1032,1110]", { class: "android.widget.SeekBar", focusable: true }),
        button("Restore defaults", [48, 1200, 700, 1330], { class: "android.view.View" }),
      ),
    ),
  ],
  lines: [
    '[0] BUTTON "Back" [CLICKABLE]',
    '[1] TEXT "Player"',
    "[2] LIST [SCROLLABLE]",
    '[3] SWITCH "Autoplay | Start the next track" [CLICKABLE, CHECKED]',
    '[4] SWITCH "Gapless" [CLICKABLE, UNCHECKED]',
    '[5] TEXT "Formats"',
    '[6] CHECKBOX "MP3" [CLICKABLE, CHECKED]',
    '[7] CHECKBOX "FLAC" [CLICKABLE, UNCHECKED]',
    '[8] TEXT "Crossfade"',
    '[9] SLIDER "Crossfade" bounds=[0.044, 0.429, 0.956, 0.463]',
    '[10] BUTTON "Restore defaults" [CLICKABLE]',
  ],
};

import { composeSettings } from "./compose-settings.ts";
import type { Fixture } from "./fixture.ts";
import { bottomSheet, dialogCard, keyboardForm } from "./overlays.ts";
import { card, songs } from "./repeats.ts";
import { looseColumns, twoLists } from "./two-columns.ts";
import { webPage } from "./web-page.ts";

/** All screens made by hand. */
export const fixtures: readonly Fixture[] = [
  composeSettings,
  webPage,
  twoLists,
  looseColumns,
  bottomSheet,
  dialogCard,
  keyboardForm,
  songs,
  card,
];

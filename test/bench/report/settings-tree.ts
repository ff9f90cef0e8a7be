import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { sampleElement, sampleTree } from "../../shared/screen/sample-tree.ts";

const elementsAScreen = 40;

/** A screen's elements, as many as settings have on average, with texts of their own. */
export const settingsTree = (number: number): SemanticUITree =>
  sampleTree(
    Array.from({ length: elementsAScreen }, (_element, at) =>
      sampleElement({
        element_id: at,
        stable_id: `${number}-${at}`,
        text: `Row ${at} of screen ${number}: on`,
        resource_id: `com.android.settings:id/row_${at}`,
        class_name: "android.widget.LinearLayout",
        bounds: { left: 0, top: at * 60, right: 1_080, bottom: at * 60 + 58 },
      }),
    ),
    {
      screen_id: `screen-${number}`,
      device_id: "host-a.emulator-5554",
      activity: "com.android.settings.Settings",
      timestamp: number,
    },
  );

import { describe, expect, it } from "vitest";
import { adbClient, hasAdb } from "./adb.ts";
import { adbkitClient } from "./adbkit.ts";
import { appiumAdbClient } from "./appium-adb.ts";
import { clientFunctions } from "./client-phone.ts";
import { onTwoPhones } from "./on-two-phones.ts";
import { yaWebadbClient } from "./ya-webadb.ts";

/** The other two need no program. */
const byProgram = hasAdb ? [adbClient, appiumAdbClient] : [];
const whole = Object.fromEntries(clientFunctions.map((name) => [name, null]));

describe.concurrent("clients of other makers, unmodified", () => {
  it.each([adbkitClient, yaWebadbClient, ...byProgram])(
    "$name does all of it on two phones at once",
    async (client) => {
      expect(await onTwoPhones(client)).toEqual([whole, whole]);
    },
  );
});

import { describe, expect, it } from "vitest";
import { KEY, pickUpPhone } from "../phone-user.ts";

const CALLS = "content://call_log/calls";

describe("Phone on the virtual phone", () => {
  it("rings over whatever is open, and goes away when the call ends", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    user.phone.receiveCall({ from: "5550100" });
    await user.tap("Answer");
    user.setTime("2026-03-02T09:41:09Z");
    expect((await user.see("com.android.dialer:id/contactgrid_status_text")).attributes.text).toBe("00:09");
    await user.tap("Mute");
    await user.tap("End call");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.settings");
    user.phone.receiveCall({ from: "5550100" });
    await user.tap("Decline");
    expect(await user.phone.content.query(CALLS, { projection: ["type", "duration"], sort: "_id" })).toEqual([
      { type: 1, duration: 9 },
      { type: 5, duration: 0 },
    ]);
  });

  it("dials on the keypad, and calls again from the history", async () => {
    await using user = await pickUpPhone();
    await user.tap("Phone");
    await user.tap("key pad");
    for (const key of ["5", "2", "3"])
      await user.tap(`com.android.dialer:id/${{ 5: "five", 2: "two", 3: "three" }[key]}`);
    await user.tap("dial");
    expect(user.phone.telephony.calls).toMatchObject([{ number: "523", direction: "outgoing" }]);
    await user.tap("End call");
    await user.tap("Outgoing call, 523, 9:41 AM");
    await user.tap("End call");
    expect(await user.phone.content.query(CALLS, {})).toHaveLength(2);
    await user.tap("More options");
    await user.tap("Clear call history");
    await user.tap("OK");
    expect(await user.find("Your call history is empty")).toBeDefined();
    await user.press(KEY.home);
  });
});

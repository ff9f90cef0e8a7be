import { describe, expect, it } from "vitest";
import { keyboardArea, keyboardKeys } from "../../src/toolkit/keyboard-layout.ts";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

async function tapKeys(
  { phone }: PhoneUser,
  page: "letters" | "shifted",
  labels: readonly string[],
): Promise<void> {
  for (const label of labels) {
    const key = keyboardKeys(page, 1_080, 2_400).find((one) => one.label === label);
    if (key === undefined) throw new Error(`no key ${label}`);
    const { left, top, right, bottom } = key.area;
    await phone.input.tap((left + right) / 2, (top + bottom) / 2);
  }
}

/** The three places of the strip, from the left. */
const tapSuggestion = ({ phone }: PhoneUser, place: 0 | 1 | 2) =>
  phone.input.tap(180 + place * 360, keyboardArea(1_080, 2_400).top + 40);

describe("the soft keyboard", () => {
  it("completes a word by a suggestion", async () => {
    await using user = await pickUpPhone();
    await user.tap("Search");
    await tapKeys(user, "letters", ["c", "l", "o", "s"]);
    await tapSuggestion(user, 1);
    expect((await user.see("com.android.launcher3:id/fallback_search_view")).attributes.text).toBe("close ");
    await tapKeys(user, "letters", ["x"]);
    expect((await user.see("com.android.launcher3:id/fallback_search_view")).attributes.text).toBe("close x");
  });

  it("begins names with a capital by itself", async () => {
    await using user = await pickUpPhone();
    await user.shell("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact");
    await user.tap("First name");
    await tapKeys(user, "letters", ["a", "d", "a"]);
    expect(await user.find("Ada")).toBeDefined();
  });
});

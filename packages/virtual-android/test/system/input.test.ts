import { describe, expect, it } from "vitest";
import { keyboardKeys } from "../../src/toolkit/keyboard-layout.ts";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

async function openEditor(user: PhoneUser): Promise<void> {
  await user.tap("Contacts");
  await user.tap("Create contact");
}

async function fieldTexts(user: PhoneUser): Promise<readonly (string | undefined)[]> {
  return (await user.nodes())
    .filter(({ attributes }) => attributes.class === "android.widget.EditText")
    .map(({ attributes }) => attributes.text);
}

describe("typing on the virtual phone", () => {
  it("lets the keyboard cover the lower part; BACK hides it first and only then leaves", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    expect(user.phone.activities.inputMethodShown()).toBe(true);
    const keyboardTop = Math.min(...keyboardKeys("letters", 1_080, 2_400).map((key) => key.area.top));
    for (const { bounds, depth } of await user.nodes())
      if (depth > 1) expect(bounds[3]).toBeLessThanOrEqual(keyboardTop);
    await user.press(KEY.back);
    expect(user.phone.activities.inputMethodShown()).toBe(false);
    expect(
      Math.max(...(await user.nodes()).filter(({ depth }) => depth > 1).map(({ bounds }) => bounds[3])),
    ).toBeGreaterThan(keyboardTop);
    expect(user.phone.activities.focused()?.component).toBe(
      "com.android.contacts/.activities.ContactEditorActivity",
    );
    await user.press(KEY.back);
    expect(user.phone.activities.focused()?.component).toBe(
      "com.android.contacts/.activities.PeopleActivity",
    );
  });

  it("types with taps on the keys, shift for one letter, and deletes", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    const press = async (page: "letters" | "shifted" | "symbols", label: string) => {
      const key = keyboardKeys(page, 1_080, 2_400).find((one) => one.label === label);
      if (key === undefined) throw new Error(`no key ${label}`);
      await user.phone.input.tap((key.area.left + key.area.right) / 2, (key.area.top + key.area.bottom) / 2);
    };
    await press("letters", "⇧");
    await press("shifted", "J");
    await press("letters", "o");
    await press("letters", "?123");
    await press("symbols", "7");
    await press("symbols", "8");
    await press("symbols", "⌫");
    expect(await fieldTexts(user)).toContain("Jo7");
  });

  it("loses text that is typed while nothing has the focus", async () => {
    await using user = await pickUpPhone();
    await user.tap("Contacts");
    await user.phone.input.text("lost");
    await user.tap("Create contact");
    expect(await fieldTexts(user)).toEqual(["First name", "Last name", "Company", "Phone", "Email"]);
  });

  it("refuses text that no key types, as `input text` does, and types none of it", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    await expect(user.phone.input.text("Jörg")).rejects.toThrow("null array");
    expect(await fieldTexts(user)).toContain("First name");
  });

  it("commits Unicode only while the test keyboard is the selected one", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    await user.phone.input.commitText("ö");
    expect(await fieldTexts(user)).toContain("First name");
    user.phone.settings.put("secure", "default_input_method", "com.android.adbkeyboard/.AdbIME");
    await user.phone.input.commitText("ö 😀");
    expect(await fieldTexts(user)).toContain("ö 😀");
    await user.press(KEY.delete);
    expect(await fieldTexts(user)).toContain("ö ");
  });

  it("pastes the clipboard, selects all with a long press, and goes to the next field with ENTER", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    user.phone.clipboard.set("Grace");
    await user.press(KEY.paste);
    const [left, top, right, bottom] = (await user.see("Grace")).bounds;
    await user.phone.input.swipe(
      (left + right) / 2,
      (top + bottom) / 2,
      (left + right) / 2,
      (top + bottom) / 2,
      800,
    );
    await user.phone.input.text("Ada");
    await user.press(KEY.enter);
    await user.phone.input.text("King");
    expect((await fieldTexts(user)).slice(0, 2)).toEqual(["Ada", "King"]);
  });

  it("drops characters when told to", async () => {
    await using user = await pickUpPhone();
    await openEditor(user);
    user.phone.faults.dropEveryNthCharacter = 4;
    await user.phone.input.text("curtis@mail");
    expect(await fieldTexts(user)).toContain("curis@ail");
  });
});

describe("touching the virtual phone", () => {
  it("goes home and back with the navigation bar, and returns to a running task where it was", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    await user.tap("Connected devices");
    await user.phone.input.tap(540, 2_340);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    await user.tap("Settings");
    expect(await user.find("Pair new device")).toBeDefined();
    await user.phone.input.tap(180, 2_340);
    expect(await user.find("Search settings")).toBeDefined();
  });

  it("scrolls by what the finger moves beyond the slop, and further when it was fast", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    const before = (await user.see("Battery")).bounds[1];
    await user.phone.input.draganddrop(540, 1_800, 540, 1_500, 1_000);
    const dragged = before - (await user.see("Battery")).bounds[1];
    expect(dragged).toBe(300 - 21);
    await user.phone.input.swipe(540, 1_500, 540, 1_800, 3_000);
    await user.phone.input.swipe(540, 1_800, 540, 1_500, 100);
    expect((await user.find("Battery"))?.bounds[1] ?? 0).toBeLessThan(before - dragged);
  });

  it("shows open tasks as cards, from which they come back or go", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    await user.press(KEY.home);
    await user.tap("Settings");
    await user.press(KEY.recents);
    await user.tap("Clock");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.deskclock");
    await user.press(KEY.recents);
    await user.tap("Clear all");
    expect(user.phone.activities.tasks().map((task) => task.packageName)).toEqual(["com.android.launcher3"]);
  });

  it("is black and treeless when off, locked after it wakes, and opens with a swipe up", async () => {
    await using user = await pickUpPhone();
    await user.press(KEY.power);
    expect(user.phone.display.isOn).toBe(false);
    expect(await user.phone.dumpHierarchy()).toEqual({
      ok: false,
      error: "null root node returned by UiTestAutomationBridge",
    });
    await user.press(KEY.power);
    expect(user.phone.display).toMatchObject({ isOn: true, isLocked: true });
    expect((await user.see("Swipe up to open")).attributes.package).toBe("com.android.systemui");
    await user.phone.input.swipe(540, 1_900, 540, 600, 200);
    expect(user.phone.display.isLocked).toBe(false);
    expect(await user.find("Settings")).toBeDefined();
  });
});

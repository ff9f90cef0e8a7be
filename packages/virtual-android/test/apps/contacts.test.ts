import { describe, expect, it } from "vitest";
import { KEY, pickUpPhone } from "../phone-user.ts";

const PHONES = "content://com.android.contacts/data/phones";
const ADB_IME = "com.android.adbkeyboard/.AdbIME";

describe("Contacts on the virtual phone", () => {
  it("creates a contact with umlauts, which only the test keyboard can type", async () => {
    await using user = await pickUpPhone();
    user.phone.settings.put("secure", "default_input_method", ADB_IME);
    await user.tap("Contacts");
    await user.tap("Create contact");
    await user.phone.input.commitText("Jörg");
    await user.tap("Last name");
    await user.phone.input.commitText("Müßig 😀");
    await user.tap("Phone");
    await user.phone.input.text("030 123456");
    await user.tap("Save");
    expect((await user.see("com.android.contacts:id/large_title")).attributes.text).toBe("Jörg Müßig 😀");
    const rows = await user.phone.content.query(PHONES, { projection: ["display_name", "number"] });
    expect(rows).toEqual([{ display_name: "Jörg Müßig 😀", number: "030 123456" }]);
  });

  it.each([
    ["an emoji of three people", "👨‍👩‍👧"],
    ["Persian with a zero-width non-joiner", "می‌خواهم"],
  ])("keeps the joiners of %s, typed or pasted, on the screen and in the database", async (_what, text) => {
    await using user = await pickUpPhone();
    user.phone.settings.put("secure", "default_input_method", ADB_IME);
    await user.tap("Contacts");
    await user.tap("Create contact");
    await user.phone.input.commitText(text);
    await user.tap("Last name");
    user.phone.clipboard.set(text);
    await user.press(KEY.paste);
    const typed = (await user.nodes()).filter(({ attributes }) => attributes.text === text);
    expect(typed).toHaveLength(2);
    await user.tap("Save");
    expect((await user.see("com.android.contacts:id/large_title")).attributes.text).toBe(`${text} ${text}`);
    const rows = await user.phone.content.query("content://com.android.contacts/contacts", {
      projection: ["display_name"],
      where: `display_name = '${text} ${text}'`,
    });
    expect(rows).toHaveLength(1);
  });

  it("edits a contact, finds it by number, and deletes it only after a question", async () => {
    await using user = await pickUpPhone();
    await user.phone.activities.start({
      action: "android.intent.action.INSERT",
      mimeType: "vnd.android.cursor.dir/contact",
      categories: [],
      extras: { name: "Ada Lovelace", phone: "+44 20 7946 0958" },
      flags: 0,
    });
    await user.tap("Save");
    await user.tap("Edit contact");
    await user.tap("Company");
    await user.phone.input.text("Analytical Engines");
    await user.tap("Save");
    expect(await user.find("Analytical Engines")).toBeDefined();
    await user.press(KEY.home);
    await user.tap("Contacts");
    await user.press(KEY.back);
    await user.tap("Contacts");
    await user.tap("Search contacts");
    await user.phone.input.text("7946");
    await user.tap("Ada Lovelace");
    await user.tap("More options");
    await user.tap("Delete");
    await user.tap("Cancel");
    expect(await user.phone.content.query("content://com.android.contacts/contacts", {})).toHaveLength(1);
    await user.tap("More options");
    await user.tap("Delete");
    await user.tap("Delete");
    expect(await user.phone.content.query("content://com.android.contacts/contacts", {})).toEqual([]);
  });

  it("says what a field is for when something stands in it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Contacts");
    await user.tap("Create contact");
    await user.phone.input.text("Ada");
    await user.press(KEY.back);
    expect((await user.see("First name")).attributes.class).toBe("android.widget.TextView");
  });

  it("asks before it throws away what was typed", async () => {
    await using user = await pickUpPhone();
    await user.tap("Contacts");
    await user.tap("Create contact");
    await user.phone.input.text("Half");
    await user.press(KEY.back, KEY.back);
    await user.tap("Keep editing");
    expect((await user.see("Half")).attributes.class).toBe("android.widget.EditText");
    await user.tap("Cancel");
    await user.tap("Discard");
    expect(await user.find("Your contacts list is empty")).toBeDefined();
  });

  it("shows what `content insert` adds", async () => {
    await using user = await pickUpPhone();
    await user.phone.content.insert("content://com.android.contacts/raw_contacts", { account_type: null });
    const name = { raw_contact_id: 1, mimetype: "vnd.android.cursor.item/name", data1: "Planted" };
    await user.phone.content.insert("content://com.android.contacts/data", name);
    await user.tap("Contacts");
    expect(await user.find("Planted")).toBeDefined();
    expect(await user.phone.content.delete("content://com.android.contacts/raw_contacts")).toBe(1);
    expect(await user.find("Planted")).toBeUndefined();
  });
});

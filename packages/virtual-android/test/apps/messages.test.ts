import { describe, expect, it } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const SMS = "content://sms";

async function addContact({ phone }: PhoneUser, id: number, name: string, number: string): Promise<void> {
  await phone.content.insert("content://com.android.contacts/raw_contacts", { _id: id });
  const data = "content://com.android.contacts/data";
  const row = { raw_contact_id: id, data1: name };
  await phone.content.insert(data, { ...row, mimetype: "vnd.android.cursor.item/name" });
  await phone.content.insert(data, { ...row, mimetype: "vnd.android.cursor.item/phone_v2", data1: number });
}

describe("Messaging on the virtual phone", () => {
  it("shows who wrote by the contact's name, and answers", async () => {
    await using user = await pickUpPhone();
    await addContact(user, 1, "Ada Lovelace", "555-010-0100");
    user.phone.receiveMessage({ from: "+15550100100", text: "Lunch?" });
    await user.tap("Messaging");
    expect(await user.find("Lunch?")).toBeDefined();
    await user.tap("Ada Lovelace");
    await user.phone.input.text("At noon");
    await user.tap("Send");
    expect(
      await user.phone.content.query(SMS, { projection: ["body", "type", "read"], sort: "_id" }),
    ).toEqual([
      { body: "Lunch?", type: 1, read: 1 },
      { body: "At noon", type: 2, read: 1 },
    ]);
  });

  it("suggests contacts for a new conversation, and takes a number that is none", async () => {
    await using user = await pickUpPhone();
    await addContact(user, 1, "Ada Lovelace", "5550100");
    await addContact(user, 2, "Bob Stone", "5550200");
    await user.tap("Messaging");
    await user.tap("Start new conversation");
    await user.phone.input.text("bo");
    expect(await user.find("Ada Lovelace")).toBeUndefined();
    await user.tap("Bob Stone");
    await user.tap("Send message");
    await user.phone.input.text("Hi Bob");
    await user.tap("Send");
    await user.press(KEY.back, KEY.back);
    await user.tap("Start new conversation");
    await user.phone.input.text("5550300");
    await user.tap("Send to 5550300");
    await user.tap("Send message");
    await user.phone.input.text("Hi you");
    await user.tap("Send");
    expect(await user.phone.content.query(SMS, { projection: ["address", "body"], sort: "_id" })).toEqual([
      { address: "5550200", body: "Hi Bob" },
      { address: "5550300", body: "Hi you" },
    ]);
  });

  it("finds a conversation by its words and deletes it only after a question", async () => {
    await using user = await pickUpPhone();
    user.phone.receiveMessage({ from: "5550100", text: "The train leaves at six" });
    user.phone.receiveMessage({ from: "5550200", text: "Happy birthday" });
    await user.tap("Messaging");
    await user.tap("Search");
    await user.phone.input.text("TRAIN");
    expect(await user.find("5550200")).toBeUndefined();
    await user.tap("5550100");
    await user.press(KEY.back);
    await user.tap("More options");
    await user.tap("Delete");
    await user.tap("Cancel");
    expect(await user.phone.content.query(SMS, {})).toHaveLength(2);
    await user.tap("More options");
    await user.tap("Delete");
    await user.tap("Delete");
    expect(await user.phone.content.query(SMS, { projection: ["address"] })).toEqual([
      { address: "5550200" },
    ]);
  });

  it("says that a message did not go out in airplane mode, and sends it again at a touch", async () => {
    await using user = await pickUpPhone();
    user.phone.receiveMessage({ from: "5550100", text: "Hello?" });
    user.phone.settings.put("global", "airplane_mode_on", "1");
    await user.tap("Messaging");
    await user.tap("5550100");
    await user.phone.input.text("Here");
    await user.tap("Send");
    expect(await user.phone.content.query(`${SMS}/failed`, {})).toHaveLength(1);
    user.phone.settings.put("global", "airplane_mode_on", "0");
    await user.tap("Not sent. Touch to try again.");
    expect(await user.phone.content.query(`${SMS}/failed`, {})).toEqual([]);
    expect(await user.phone.content.query(`${SMS}/sent`, {})).toMatchObject([{ body: "Here" }]);
  });
});

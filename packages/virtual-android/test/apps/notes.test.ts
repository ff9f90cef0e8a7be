import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

const root = ({ dir }: PhoneUser) => join(dir, "sdcard/Notes");
const contentOf = (user: PhoneUser, name: string) => readFile(join(root(user), name), "utf8");

async function plant(user: PhoneUser, name: string, text: string): Promise<void> {
  await mkdir(root(user), { recursive: true });
  await writeFile(join(root(user), name), text);
}

describe("Notes on the virtual phone", () => {
  it("keeps a note of several lines as a markdown file, and ticks a box in it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Notes");
    await user.tap("New note");
    await user.phone.input.text("Groceries");
    await user.tap("org.drover.notes:id/note_text");
    await user.phone.input.text("- [ ] Milk");
    await user.press(KEY.enter);
    await user.phone.input.text("- [ ] Eggs");
    await user.tap("Save");
    expect(await contentOf(user, "Groceries.md")).toBe("- [ ] Milk\n- [ ] Eggs");
    await user.tap("Eggs");
    expect(await contentOf(user, "Groceries.md")).toBe("- [ ] Milk\n- [x] Eggs");
  });

  it("shows a file that came over adb, finds it by its words, and shares it to Messaging", async () => {
    await using user = await pickUpPhone();
    await plant(user, "Trip.md", "# Lisbon\nTrain at nine");
    await plant(user, "Other.md", "nothing");
    await user.tap("Notes");
    await user.tap("Search");
    await user.phone.input.text("train");
    expect(await user.find("Other")).toBeUndefined();
    await user.tap("Trip");
    await user.tap("Share");
    await user.phone.input.text("5550100");
    await user.tap("Send to 5550100");
    await user.tap("Send");
    expect(await user.phone.content.query("content://sms/sent", { projection: ["body"] })).toEqual([
      { body: "# Lisbon\nTrain at nine" },
    ]);
  });

  it("renames to a free name only, moves to a folder, and brings back what was deleted", async () => {
    await using user = await pickUpPhone();
    await plant(user, "One.md", "1");
    await plant(user, "Two.md", "2");
    await user.tap("Notes");
    await user.tap("More options");
    await user.tap("New folder");
    await user.phone.input.text("Work");
    await user.tap("Create");
    const hold = async (label: string) => {
      const [left, top, right, bottom] = (await user.see(label)).bounds;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      await user.phone.input.swipe(x, y, x, y, 600);
    };
    await hold("One");
    await user.tap("Rename");
    await user.press(...[1, 2, 3].map(() => KEY.delete));
    await user.phone.input.text("Two");
    await user.tap("android:id/button1");
    expect(await user.find("This name is taken")).toBeDefined();
    await user.tap("Cancel");
    await hold("One");
    await user.tap("Move");
    await user.tap("Work");
    expect(await readdir(join(root(user), "Work"))).toEqual(["One.md"]);
    await hold("Two");
    await user.tap("Delete");
    await user.tap("Delete");
    expect(await readdir(root(user))).toEqual(["Work"]);
    await user.tap("Undo");
    expect(await contentOf(user, "Two.md")).toBe("2");
  });
});

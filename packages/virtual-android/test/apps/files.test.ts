import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type PhoneUser, pickUpPhone } from "../phone-user.ts";

async function hold(user: PhoneUser, label: string): Promise<void> {
  const [left, top, right, bottom] = (await user.see(label)).bounds;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  await user.phone.input.swipe(x, y, x, y, 600);
}

describe("Files on the virtual phone", () => {
  it("moves, copies, renames and deletes what lies on /sdcard, and finds it", async () => {
    await using user = await pickUpPhone();
    const sdcard = join(user.dir, "sdcard");
    await mkdir(join(sdcard, "Download"), { recursive: true });
    await writeFile(join(sdcard, "Download/report.txt"), "x".repeat(1_500));
    await user.tap("Files");
    await user.tap("Search");
    await user.phone.input.text("REPORT");
    await hold(user, "report.txt");
    await user.tap("More options");
    await user.tap("Move to…");
    await user.tap("Documents");
    await user.tap("Move here");
    expect(await readdir(join(sdcard, "Documents"))).toEqual(["report.txt"]);
    await hold(user, "report.txt");
    await user.tap("More options");
    await user.tap("Copy to…");
    await user.tap("Copy here");
    expect(await readdir(join(sdcard, "Documents"))).toEqual(["report (1).txt", "report.txt"]);
    await hold(user, "report (1).txt");
    await user.tap("More options");
    await user.tap("Rename");
    await user.phone.input.text("report.txt");
    await user.tap("android:id/button1");
    expect(await readdir(join(sdcard, "Documents"))).toEqual(["report (1).txtreport.txt", "report.txt"]);
    await user.tap("More options");
    await user.tap("New folder");
    await user.phone.input.text("report.txt");
    await user.tap("Create");
    expect(await user.find("An item with this name already exists here")).toBeDefined();
    await user.tap("Cancel");
    await hold(user, "report.txt");
    await user.tap("Delete");
    await user.tap("OK");
    expect(await readdir(join(sdcard, "Documents"))).toEqual(["report (1).txtreport.txt"]);
  });
});

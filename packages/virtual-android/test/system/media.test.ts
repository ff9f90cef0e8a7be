import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

const images = "content://media/external/images/media";

describe("media of the virtual phone", () => {
  it("is what lies on the storage, with the type, the size and the place", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell(`content query --uri ${images}`)).toBe("No result found.\n");
    await writeFile(join(user.dir, "sdcard/DCIM/a.png"), await user.phone.screencap());
    await writeFile(join(user.dir, "sdcard/Music/b.mp3"), "…");
    await user.shell(
      "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///sdcard/DCIM/a.png",
    );
    expect(
      await user.shell(
        `content query --uri ${images} --projection _display_name:mime_type:width:height:relative_path:_data`,
      ),
    ).toBe(
      "Row: 0 _display_name=a.png, mime_type=image/png, width=1080, height=2400, relative_path=DCIM/, _data=/storage/emulated/0/DCIM/a.png\n",
    );
    expect(await user.shell("content query --uri content://media/external/audio/media")).toContain("title=b");
    await user.shell(`content delete --uri ${images} --where "_display_name='a.png'"`);
    expect(await user.shell("ls /sdcard/DCIM")).toBe("");
    await user.shell("rm /sdcard/Music/b.mp3");
    expect(await user.shell("content query --uri content://media/external/file")).toBe("No result found.\n");
  });

  it("holds the screenshots that the key takes, but none of a window that forbids it", async () => {
    await using user = await pickUpPhone();
    await user.press(120);
    const path = "/sdcard/Pictures/Screenshots/Screenshot_20260302-094100.png";
    expect(await user.shell(`ls ${path}`)).toBe(`${path}\n`);
    await user.shell(`rm ${path}`);
    const apk = { packageName: "org.example.bank", label: "Bank", secure: true };
    await user.phone.packages.install(Buffer.from(JSON.stringify(apk)), { replace: true, downgrade: false });
    await user.tap("Bank");
    await user.press(120);
    expect(await user.shell("ls /sdcard/Pictures/Screenshots")).toBe("");
    expect(user.phone.activities.focused()).toMatchObject({ packageName: "org.example.bank", secure: true });
    const { channels } = await sharp(await user.phone.screencap()).stats();
    expect(channels.slice(0, 3).every(({ max }) => max === 0)).toBe(true);
    expect(await user.find("Welcome to Bank")).toBeDefined();
  });
});

import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { APPS } from "../../src/apps/app-registry.ts";
import { type App, defineScreen } from "../../src/system/app.ts";
import { text } from "../../src/toolkit/basic-widgets.ts";
import { KEY, type PhoneUser, pickUpPhone } from "../phone-user.ts";

/** The colors of the card's picture in the list of recent apps, a number for each pixel. */
async function pictureIn(user: PhoneUser): Promise<readonly number[]> {
  await user.press(KEY.recents);
  const card = (await user.nodes()).findIndex(({ attributes }) =>
    attributes["resource-id"]?.endsWith(":id/snapshot"),
  );
  const [left = 0, top = 0, right = 0, bottom = 0] = (await user.nodes())[card + 1]?.bounds ?? [];
  const png = await user.phone.screencap();
  const { data } = await sharp(png)
    .extract({ left, top, width: right - left, height: bottom - top })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, at) => data.readUIntBE(at * 3, 3));
}

describe("the recent apps", () => {
  it("have a small picture of what each shows, in its proportions", async () => {
    await using user = await pickUpPhone();
    await user.tap("Settings");
    const settings = await pictureIn(user);
    expect(new Set(settings).size).toBeGreaterThan(20);
    await user.tap("Settings");
    await user.tap("Network & internet");
    const network = await pictureIn(user);
    expect(network.length).toBe(settings.length);
    const changed = network.filter((color, at) => color !== settings[at]).length;
    expect(changed / network.length).toBeGreaterThan(0.03);
  });

  it("show nothing of a screen that forbids pictures of itself", async () => {
    const vault = (secure: boolean): App => ({
      packageName: "org.example.vault",
      label: "Vault",
      versionName: "1",
      versionCode: 1,
      icon: { name: "lock", color: "#00796b" },
      launcherActivity: "org.example.vault/.Main",
      screens: [
        defineScreen({
          component: "org.example.vault/.Main",
          secure,
          initialState: () => ({}),
          render: () => ({ root: text("Secret", { size: 60 }) }),
        }),
      ],
    });
    const colorsOf = async (secure: boolean) => {
      await using user = await pickUpPhone(undefined, [...APPS, vault(secure)]);
      await user.shell("am start -n org.example.vault/.Main");
      return new Set(await pictureIn(user)).size;
    };
    expect(await colorsOf(false)).toBeGreaterThan(5);
    expect(await colorsOf(true)).toBe(1);
  });
});

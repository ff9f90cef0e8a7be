import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPhone } from "@drover/virtual-android";
import sharp from "sharp";
import { hashPicture } from "#device-host/observe/hash-picture.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { PictureHash } from "#shared/contracts/step/error-snapshot.ts";

/** A screen as a phone drew it. */
export interface SeededScreen {
  readonly name: string;
  readonly app: string;
  readonly activity: string;
  readonly webp: Buffer;
  readonly hash: PictureHash | undefined;
  /** What stood on it, where that is wanted. */
  readonly tree?: SemanticUITree;
}

const places = [
  ["settings", "android.settings.SETTINGS"],
  ["bluetooth", "android.settings.BLUETOOTH_SETTINGS"],
  ["wifi", "android.settings.WIFI_SETTINGS"],
  ["display", "android.settings.DISPLAY_SETTINGS"],
  ["sound", "android.settings.SOUND_SETTINGS"],
] as const;

/** So many real screens of a virtual phone, the launcher first, for jobs and errors that never ran. */
export async function drawScreens(count = 1 + places.length): Promise<readonly SeededScreen[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-screens-"));
  const phone = await createPhone({ serial: "emulator-5554", dir });
  const shot = async (name: string): Promise<SeededScreen> => {
    const png = await phone.screencap();
    const { packageName = "", component = "" } = phone.activities.focused() ?? {};
    const webp = await sharp(png).webp({ quality: 80 }).toBuffer();
    return { name, app: packageName, activity: component, webp, hash: await hashPicture({ bytes: png }) };
  };
  const screens = [await shot("home")];
  for (const [name, action] of places.slice(0, count - 1)) {
    await phone.activities.start({ action, categories: [], extras: {}, flags: 0 });
    screens.push(await shot(name));
  }
  await phone.close();
  await rm(dir, { recursive: true, force: true });
  return screens;
}

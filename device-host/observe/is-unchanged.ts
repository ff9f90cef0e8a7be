import type { Aim } from "#shared/screen/planned-screen.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { RememberedScreen } from "./captured-screen.ts";
import { glanceAt } from "./glance.ts";
import { pictureFace } from "./picture-face.ts";
import type { PictureSource } from "./screen-source.ts";

/**
 * Whether what an action was chosen on is known to be there still (docs/faults.md C19): the same windows, and no frame
 * of the app's since; where frames do not tell, the same picture. False: only a look can tell.
 */
export async function isUnchanged(
  { glance, face, tree }: RememberedScreen,
  aim: Aim,
  adb: AdbDevice,
  picture: PictureSource,
): Promise<boolean> {
  if (glance === null) return false;
  const now = await glanceAt(adb, glance.app);
  if (now?.windows !== glance.windows) return false;
  // Of a screen without elements there is nothing else that a look could compare.
  if (aim.at === "screen" || tree === null) return true;
  if (now.frames !== null && now.frames === glance.frames) return true;
  if (face === "") return false;
  const png = await picture.take(adb).catch(() => null);
  return png !== null && (await pictureFace(png, tree)) === face;
}

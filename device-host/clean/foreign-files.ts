import { addedFiles } from "./clean-plan.ts";
import type { DeviceBaseline } from "./device-baseline.ts";

/** What apps and Android itself keep there without anybody's doing: caches, thumbnails, the recycle bin. */
const itsOwn = /^\/sdcard\/Android(\/|$)|\/\.(thumbnails|trashed|nomedia)|^\/sdcard\/LOST\.DIR(\/|$)/;

/** Files that are on a clean device and were not when it was last cleaned: somebody put them there between two jobs. */
export const foreignFiles = (now: DeviceBaseline, baseline: DeviceBaseline): readonly string[] =>
  addedFiles(now, baseline).filter((path) => !itsOwn.test(path));

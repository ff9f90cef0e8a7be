import type { DeviceContents } from "../judging/device-contents.ts";
import type { DeviceBaseline } from "./device-baseline.ts";
import { addedFiles } from "./device-differences.ts";

/** What apps and Android itself keep there without anybody's doing: caches, thumbnails, the recycle bin. */
const itsOwn = /^\/sdcard\/Android(\/|$)|\/\.(thumbnails|trashed|nomedia)|^\/sdcard\/LOST\.DIR(\/|$)/;

/** Files that are on a clean device and were not when it was last cleaned: somebody put them there between two jobs. */
export const foreignFiles = ({ files }: DeviceContents, baseline: DeviceBaseline): readonly string[] =>
  addedFiles(files ?? {}, baseline.files ?? files ?? {}).filter((path) => !itsOwn.test(path));

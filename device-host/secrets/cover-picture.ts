import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { parseBounds, xmlTags } from "#shared/screen/tree/xml-tags.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import { fillArea, readPixels } from "../observe/pixels.ts";
import type { Png } from "../observe/png.ts";

/** A dark grey, as its three colours have it. */
const cover = 0x44;
const masked = /\{\{secret:[^{}\s]+\}\}/;

/** Of all that a dump has, also beyond what is read of it. A field shows the last character of a password for a moment. */
const areasOf = (xml: string): readonly Bounds[] =>
  xmlTags(xml)
    .filter(
      ({ attributes }) =>
        attributes.get("password") === "true" || [...attributes.values()].some((value) => masked.test(value)),
    )
    .map(({ attributes }) => parseBounds(attributes.get("bounds") ?? ""));

/**
 * The screen with a picture in which nothing of a secret can be read: its fields are painted over, and the keyboard, which
 * suggests what was just typed. Where it is not known where the elements were nothing is: the picture is left out. `windows` is a dump of all
 * windows, masked, where more than the one in front is to be seen; null: there is none, though there are several.
 */
export async function coverPicture(
  captured: CapturedScreen,
  windows: string | null,
): Promise<CapturedScreen> {
  const { screenshot, hierarchy, facts, screen, xml } = captured;
  if (screenshot === null) return captured;
  // On a screen that moves, the elements are of another moment than the picture.
  const isMoving = captured.flags.some((flag) => flag.startsWith("notSettled"));
  if (hierarchy === null || xml === null || windows === null || isMoving) {
    const flag = "screenshotUnavailable: a secret was typed, and where it is shown cannot be told";
    return { ...captured, screenshot: null, flags: [flag, ...captured.flags] };
  }
  const top = facts.keyboardShown ? (facts.keyboardTop ?? Math.floor(screen.height / 2)) : null;
  const keyboard = top === null ? [] : [{ left: 0, top, right: screen.width, bottom: screen.height }];
  const areas = [...areasOf(xml), ...areasOf(windows), ...keyboard];
  return areas.length === 0
    ? captured
    : { ...captured, screenshot: await painted(screenshot, areas, captured) };
}

/** The picture with these areas of the screen painted over. */
export async function painted(png: Png, areas: readonly Bounds[], { screen }: CapturedScreen): Promise<Png> {
  const [x, y] = [png.size.width / screen.width, png.size.height / screen.height];
  const pixels = await readPixels(png);
  for (const { left, top, right, bottom } of areas)
    fillArea(pixels, { left: left * x, top: top * y, right: right * x, bottom: bottom * y }, cover);
  const bytes = await pixels.open().png({ compressionLevel: 6 }).toBuffer();
  return { bytes, size: png.size };
}

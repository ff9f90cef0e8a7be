import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { toNormalised } from "../../screen/coordinates.ts";
import { elementName } from "../../screen/element-label.ts";
import { defineBuiltIn, once, type ResolveContext } from "../action-definition.ts";
import { elementById, target } from "../aimed.ts";
import type { DevicePort } from "../device-port.ts";
import { gestureDeadline, gestureMilliseconds } from "../durations.ts";
import { normalisedArea, pinchPaths } from "../pinch-paths.ts";
import { type Rotation, scriptMilliseconds, touchScript } from "../touch-script.ts";

const usualMilliseconds = 400;
const usualScale = 2;
const path = z.strictObject({ start: Coordinate, end: Coordinate });
const duration = gestureMilliseconds.optional().meta({ told: false });

export const pinch = defineBuiltIn({
  name: "pinch",
  description: "Zoom with two fingers.",
  parameters: z.strictObject({
    zoom: z.enum(["in", "out"]),
    ...target,
    scale: z.number().min(1.2).max(3).optional().meta({ told: false }),
    duration,
  }),
  aliases: ["zoom", "zoom_in", "zoom_out", "pinch_in", "pinch_out", "pinch_open", "pinch_close"],
  kind: "touch",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "do" },
  capability: "multiTouch",
  device: z.strictObject({ fingers: z.tuple([path, path]), duration }),
  resolve({ zoom, element, coordinate, scale = usualScale, duration: lasting }, context) {
    const { area, screen, name } = meant(element, context);
    const [first, second] = pinchPaths(zoom, scale, { at: coordinate, area, screen });
    const fingers: [z.output<typeof path>, z.output<typeof path>] = [first, second];
    return {
      parameters: { fingers, ...(lasting === undefined ? {} : { duration: lasting }) },
      ...(name === undefined ? {} : { element: name }),
    };
  },
  aims: ({ fingers }) => ({ at: "points", points: fingers.map(({ start }) => start) }),
  inWords: ({ zoom }, on) => `zoom ${zoom}${on === "" ? "" : ` on ${on}`}`,
  async run({ fingers, duration: milliseconds = usualMilliseconds }, { device, screen, pixelOf }) {
    const script = touchScript({
      fingers: fingers.map(({ start, end }) => ({ start: pixelOf(start), end: pixelOf(end) })),
      screen,
      rotation: await rotationOf(device),
      milliseconds,
    });
    // The commands are a program's argument, quoted like any other, and leave no file behind.
    const sent = { pipeline: [["printf", "%s", script] as const, ["uinput", "-"] as const] };
    await device.writeAll([sent], gestureDeadline(scriptMilliseconds(milliseconds)));
    return once;
  },
});

/** What the fingers are put on. */
function meant(element: number | undefined, { tree, coordinateOf = toNormalised }: ResolveContext) {
  const screen = tree === null ? null : { width: tree.screen_width, height: tree.screen_height };
  if (element === undefined) return { area: null, screen };
  const found = elementById(element, tree);
  const size = { width: found.tree.screen_width, height: found.tree.screen_height };
  const name = elementName(found.target).slice(0, 300).toWellFormed();
  return { area: normalisedArea(found.target, size, coordinateOf), screen: size, name };
}

/** @throws DeviceUnsupported: the fingers would touch the wrong places */
async function rotationOf(device: DevicePort): Promise<Rotation> {
  const [answer] = await device.read([
    {
      pipeline: [
        ["dumpsys", "window", "displays"],
        ["grep", "mRotation="],
      ],
    },
  ]);
  const [, turns] = /\bmRotation=(?:ROTATION_)?(\d+)/.exec(answer?.output ?? "") ?? [];
  const rotation = turns === undefined ? Number.NaN : Number(turns) > 3 ? Number(turns) / 90 : Number(turns);
  if (rotation === 0 || rotation === 1 || rotation === 2 || rotation === 3) return rotation;
  throw new DroverError(
    "DeviceUnsupported",
    `Device '${device.serial}' does not report its screen rotation, so two fingers cannot be placed on it.`,
  );
}

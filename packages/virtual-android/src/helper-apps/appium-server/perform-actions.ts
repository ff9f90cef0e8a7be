import * as z from "zod";
import { middleOf } from "../../graphics/geometry.ts";
import { characterKey, namedKeys } from "./action-keys.ts";
import { type ElementCache, elementKey } from "./element-cache.ts";
import type { ServerPhone } from "./server-phone.ts";
import type { ServerSettings } from "./server-settings.ts";
import { notHere, WebDriverError } from "./web-driver-error.ts";

const Duration = z.number().min(0).max(600_000).optional();
const Origin = z.union([z.enum(["viewport", "pointer"]), z.record(z.string(), z.string())]).optional();
const Item = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("pause"), duration: Duration }),
  z.looseObject({
    type: z.literal("pointerMove"),
    duration: Duration,
    x: z.number(),
    y: z.number(),
    origin: Origin,
  }),
  z.looseObject({ type: z.literal("pointerDown") }),
  z.looseObject({ type: z.literal("pointerUp") }),
  z.looseObject({ type: z.literal("pointerCancel") }),
  z.looseObject({ type: z.literal("keyDown"), value: z.string() }),
  z.looseObject({ type: z.literal("keyUp"), value: z.string() }),
]);
const Source = z.looseObject({
  type: z.enum(["pointer", "key", "none"]),
  id: z.string(),
  actions: z.array(Item).max(1_000),
});
/** https://www.w3.org/TR/webdriver2/#actions */
export const ActionsBody = z.looseObject({ actions: z.array(Source).min(1).max(10) });
type Source = z.infer<typeof Source>;

interface Point {
  readonly x: number;
  readonly y: number;
}
/** What one finger does from down to up. */
interface Stroke {
  readonly start: Point;
  readonly end: Point;
  readonly milliseconds: number;
  /** It was still moving as it was lifted, so what it moved runs on. */
  readonly flings: boolean;
}

interface Place {
  readonly phone: ServerPhone;
  readonly elements: ElementCache;
  readonly settings: ServerSettings;
}

/** @throws WebDriverError */
export async function performActions({ actions }: z.infer<typeof ActionsBody>, place: Place): Promise<void> {
  const pointers = actions.filter(({ type }) => type === "pointer");
  if (pointers.length > 2) throw notHere("A gesture of more than two fingers");
  const strokes: Stroke[][] = [];
  for (const pointer of pointers) strokes.push(await strokesOf(pointer, place));
  const { input } = place.phone.device;
  await place.phone.takes("gesture");
  const [first = [], second] = strokes;
  const [one, other] = [first[0], second?.[0]];
  if (one !== undefined && other !== undefined) {
    if (first.length > 1 || (second?.length ?? 0) > 1) throw notHere("More than one stroke of two fingers");
    await input.pinch([one, other]);
  } else for (const stroke of [...first, ...(second ?? [])]) await draw(stroke, place);
  for (const source of actions) if (source.type === "key") await pressKeys(source, place);
}

async function draw({ start, end, milliseconds, flings }: Stroke, { phone }: Place): Promise<void> {
  const way = [start.x, start.y, end.x, end.y, milliseconds] as const;
  await (flings ? phone.device.input.swipe(...way) : phone.device.input.draganddrop(...way));
}

async function strokesOf({ actions }: Source, place: Place): Promise<Stroke[]> {
  const strokes: Stroke[] = [];
  let at: Point = { x: 0, y: 0 };
  let down = null as Omit<Stroke, "end"> | null;
  for (const item of actions) {
    if (item.type === "pointerMove") {
      at = await pointOf(item, at, place);
      if (down !== null)
        down = { ...down, milliseconds: down.milliseconds + (item.duration ?? 0), flings: true };
    } else if (item.type === "pause" && down !== null)
      down = {
        ...down,
        milliseconds: down.milliseconds + (item.duration ?? 0),
        flings: down.flings && !item.duration,
      };
    else if (item.type === "pointerDown") down = { start: at, milliseconds: 0, flings: false };
    else if (item.type === "pointerUp" && down !== null) {
      strokes.push({ ...down, end: at });
      down = null;
    } else if (item.type === "pointerCancel") down = null;
  }
  if (down !== null) throw notHere("A pointer that stays down after its actions");
  return strokes;
}

type Move = Extract<z.infer<typeof Item>, { type: "pointerMove" }>;

async function pointOf({ x, y, origin }: Move, at: Point, { elements, settings }: Place): Promise<Point> {
  if (origin === "pointer") return { x: at.x + x, y: at.y + y };
  if (origin === undefined || origin === "viewport") return { x, y };
  const id = origin[elementKey] ?? origin.ELEMENT;
  if (id === undefined) throw new WebDriverError("invalid argument", "origin does not name an element");
  const middle = middleOf((await elements.view(id, settings)).bounds);
  return { x: middle.x + x, y: middle.y + y };
}

async function pressKeys({ actions }: Source, { phone }: Place): Promise<void> {
  const held: number[] = [];
  for (const item of actions) {
    if (item.type !== "keyDown" && item.type !== "keyUp") continue;
    const named = namedKeys.get(item.value);
    if (named?.isModifier === true) {
      if (item.type === "keyDown") held.push(named.code);
      else held.splice(held.indexOf(named.code), 1);
    } else if (item.type === "keyUp") continue;
    else if (named !== undefined) await phone.device.input.keyevent(named.code, { metaKeys: held });
    else await characterKey(item.value, held, phone.device.input);
  }
}

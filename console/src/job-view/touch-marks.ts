import type { Intervention } from "#shared/contracts/step/intervention.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { displayText } from "#shared/text/display-text.ts";

/** What was done on a picture, where: coordinates from 0 to 1 of the screen. */
export type TouchMark =
  | { readonly kind: "tap" | "doubleTap" | "longPress"; readonly at: Coordinate; readonly failed: boolean }
  | {
      readonly kind: "path";
      readonly from: Coordinate;
      readonly to: Coordinate;
      readonly failed: boolean;
    }
  | {
      readonly kind: "text";
      readonly at: Coordinate | null;
      readonly text: string;
      readonly failed: boolean;
    };

/** As far as a scroll's finger goes (shared/actions/built-in/scroll.ts). */
const reach = 0.25;
const middle: Coordinate = [0.5, 0.5];
const longestText = 60;

const isCoordinate = (value: unknown): value is Coordinate =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => typeof part === "number" && part >= 0 && part <= 1);

const within = (value: number): number => Math.min(Math.max(value, 0.05), 0.95);

/** To see what is further down, the finger moves up. */
function scrollPath(direction: unknown, from: Coordinate): { from: Coordinate; to: Coordinate } {
  const horizontal = direction === "left" || direction === "right";
  const sign = direction === "down" || direction === "right" ? 1 : -1;
  const [dx, dy] = horizontal ? [sign * reach, 0] : [0, sign * reach];
  return {
    from: [within(from[0] + dx), within(from[1] + dy)],
    to: [within(from[0] - dx), within(from[1] - dy)],
  };
}

interface Fingers {
  readonly start?: unknown;
  readonly end?: unknown;
}

const pathOf = ({ start, end }: Fingers, failed: boolean): readonly TouchMark[] =>
  isCoordinate(start) && isCoordinate(end) ? [{ kind: "path", from: start, to: end, failed }] : [];

/** Where one action was aimed; none of what has no place on the screen. */
export function marksOf({ action, deviceAction, outcome }: StepAction): readonly TouchMark[] {
  const done = deviceAction ?? action;
  const failed = outcome?.ok === false;
  const point = isCoordinate(done.coordinate) ? done.coordinate : null;
  switch (done.action) {
    case "scroll":
      return [{ kind: "path", ...scrollPath(done.direction, point ?? middle), failed }];
    case "swipe":
    case "drag":
      return pathOf({ start: done.start, end: done.end }, failed);
    case "pinch":
      return Array.isArray(done.fingers)
        ? done.fingers.flatMap((finger) => pathOf(Object(finger) as Fingers, failed))
        : [];
    case "type":
    case "type_secret": {
      const said = typeof done.text === "string" ? displayText(done.text, longestText) : "••••••";
      return [{ kind: "text", at: point, text: said, failed }];
    }
    case "double_tap":
      return point === null ? [] : [{ kind: "doubleTap", at: point, failed }];
    case "long_press":
      return point === null ? [] : [{ kind: "longPress", at: point, failed }];
    default:
      return point === null ? [] : [{ kind: "tap", at: point, failed }];
  }
}

export const marksOfStep = ({ actions }: Pick<Step, "actions">): readonly TouchMark[] =>
  actions.flatMap(marksOf);

/** What a person did. */
export function marksOfPerson(interventions: readonly Intervention[] = []): readonly TouchMark[] {
  return interventions.flatMap(({ kind, from, to }): readonly TouchMark[] => {
    if (from === undefined) return [];
    if (kind === "swipe" && to !== undefined) return [{ kind: "path", from, to, failed: false }];
    return [{ kind: kind === "longPress" ? "longPress" : "tap", at: from, failed: false }];
  });
}

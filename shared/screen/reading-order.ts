import type { Bounds } from "../contracts/protocol/semantic-ui-tree.ts";
import { areaOf, contains } from "./area.ts";

export interface Box {
  readonly bounds: Bounds;
  /** Nothing that belongs to it lies inside: what lies inside by chance may be read after it. */
  readonly alone: boolean;
}

/** Of each end this share does not count: touch areas and descenders reach a little into the next line. */
const softEdge = 0.2;
/** Of a tall box no more than this, so that it still holds together what is beside it. */
const maxEdgePixels = 30;
/** A staircase of boxes would be cut once per box. */
const maxCuts = 24;

type Side = "top" | "left";
const opposite = { top: "bottom", left: "right" } as const;

/** Groups with a gap between them along one axis, in its order. */
function bands<T extends Box>(boxes: readonly T[], side: Side): readonly T[][] {
  const spans = boxes
    .map((box) => {
      const [low, high] = [box.bounds[side], box.bounds[opposite[side]]];
      const edge = Math.min((high - low) * softEdge, maxEdgePixels);
      return { box, low: low + edge, high: high - edge };
    })
    .sort((a, b) => a.low - b.low);
  const found: T[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const { box, low, high } of spans) {
    const band = found.at(-1);
    if (band === undefined || low >= reach) found.push([box]);
    else band.push(box);
    reach = Math.max(reach, high);
  }
  return found;
}

/** A backdrop first and then what lies on it; otherwise by the upper edge. */
function unseparated<T extends Box>(boxes: readonly T[], cutsLeft: number): T[] {
  const [largest, ...rest] = boxes.toSorted((a, b) => areaOf(b.bounds) - areaOf(a.bounds));
  if (cutsLeft > 0 && largest?.alone && rest.every((box) => contains(largest.bounds, box.bounds)))
    return [largest, ...ordered(rest, cutsLeft - 1)];
  return boxes.toSorted(
    ({ bounds: a }, { bounds: b }) => a.top - b.top || a.bottom - b.bottom || a.left - b.left,
  );
}

function ordered<T extends Box>(boxes: readonly T[], cutsLeft: number): T[] {
  if (boxes.length < 2) return [...boxes];
  if (cutsLeft > 0) {
    for (const side of ["top", "left"] as const) {
      const parts = bands(boxes, side);
      if (parts.length > 1) return parts.flatMap((part) => ordered(part, cutsLeft - 1));
    }
  }
  return unseparated(boxes, cutsLeft);
}

/**
 * Boxes as one reads them: line by line where lines run across, column by column where they do not (XY-cut). What stands
 * in one line is decided by how much the boxes overlap, never by their upper edges alone.
 */
export const readingOrder = <T extends Box>(boxes: readonly T[]): T[] => ordered(boxes, maxCuts);

import type { ModelPictureOrder } from "#shared/contracts/device/perception.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { heightOf } from "#shared/screen/area.ts";
import { pictureSize } from "#shared/screen/picture-size.ts";
import { poorTree } from "#shared/screen/poor-tree.ts";

export interface AdaptedPicture {
  readonly size: ScreenSize;
  /** Of the JPEG, percent. */
  readonly quality: number;
}

/** Beside elements that say what there is, a picture shows where and how. */
const usual = { longEdge: 1_024, quality: 25 } as const;
const smallText = { quality: 40 } as const;
/** Nothing but the picture tells: more pixels than this cost more than they show. */
const poor = { longEdge: 1_568, quality: 50 } as const;
/** Numbers drawn on the picture must stay sharp. */
const marked = { quality: 40 } as const;
/** A line of text that is lower cannot be read. */
const readablePixels = 14;

/** Height of the smallest lines of text: a tenth of all are lower. Undefined where there is no text. */
function lineHeight(tree: SemanticUITree): number | undefined {
  const heights = tree.elements
    .filter(({ type, text, visibility }) => type === "text" && text !== "" && visibility === "visible")
    .map(({ text, bounds }) => heightOf(bounds) / text.split("\n").length)
    .sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 10)];
}

function wanted(screen: ScreenSize, tree: SemanticUITree | null, hidden: boolean) {
  const long = Math.max(screen.width, screen.height);
  const line = tree === null ? undefined : lineHeight(tree);
  const needed = line === undefined ? usual.longEdge : Math.ceil((readablePixels * long) / Math.max(line, 1));
  if (hidden || poorTree(tree) !== null) return { ...poor, longEdge: Math.max(poor.longEdge, needed) };
  return needed > usual.longEdge ? { ...smallText, longEdge: needed } : usual;
}

/**
 * How large and how good the model's picture of this screen is to be, within what was ordered (docs/spec.md R16): small
 * text and screens that only the picture tells of get more, all others little.
 */
export function adaptPicture(
  screen: ScreenSize,
  tree: SemanticUITree | null,
  order: ModelPictureOrder,
): AdaptedPicture {
  const { longEdge, quality } = wanted(screen, tree, order.alone);
  const size = pictureSize(screen, { ...order, longEdge: Math.min(longEdge, order.longEdge) });
  const good = order.marks ? Math.max(quality, marked.quality) : quality;
  return { size, quality: Math.min(good, order.quality) };
}

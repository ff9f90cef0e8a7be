import type { Bounds } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "../../contracts/values/coordinate.ts";
import { areaOf, overlapOf } from "../area.ts";
import type { FoundElement } from "./collect-elements.ts";
import { ownLabel } from "./fold-row.ts";
import type { PlacedNode } from "./placed-node.ts";

/** A surface below this share of the screen is an icon or a decoration. */
const smallestShare = 0.15;
/** Of a surface that this share of is named, the rest is a background. */
const describedShare = 0.1;
const maxAreas = 4;

/** What an app draws by itself: games, maps, videos, pages whose content has no nodes. */
const surface = /(SurfaceView|TextureView|WebView|FlutterView|UnityPlayer)$/;
/** A plain view may be drawn on as well, an empty layout or list shows nothing. */
const drawn = /(\.View|ImageView|\.Image|Canvas|CanvasView)$/;

function leaves(places: readonly PlacedNode[]): readonly PlacedNode[] {
  return places.flatMap((place) => (place.children.length === 0 ? [place] : leaves(place.children)));
}

function isDrawn({ node, children }: PlacedNode): boolean {
  if (children.length > 0 || node.password) return false;
  return surface.test(node.className) || (drawn.test(node.className) && ownLabel(node) === "");
}

const says = ({ content }: FoundElement): boolean =>
  content.text !== "" || content.content_description !== "" || content.hint_text !== "";

/** Large parts of the screen that an app draws without telling what is on them. */
export function undescribedAreas(
  roots: readonly PlacedNode[],
  found: readonly FoundElement[],
  screen: ScreenSize,
): readonly Bounds[] {
  const named = found.filter(says);
  const areas = leaves(roots).flatMap((place) => {
    const { bounds } = place;
    if (bounds === null || !isDrawn(place)) return [];
    const area = areaOf(bounds);
    if (area < smallestShare * screen.width * screen.height) return [];
    const others = named.filter((one) => one.place !== place);
    const described = others.reduce((sum, { content }) => sum + overlapOf(content.bounds, bounds), 0);
    return described >= describedShare * area ? [] : [bounds];
  });
  return areas.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, maxAreas);
}

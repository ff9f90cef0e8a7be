import type { Bounds, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "../../contracts/values/coordinate.ts";
import { areaOf, freeArea, holdsPoint, meets } from "../area.ts";
import type { FoundElement } from "./collect-elements.ts";
import { elementType, isInteractive } from "./element-type.ts";
import { ownLabel } from "./fold-row.ts";
import { isInside, type PlacedNode } from "./placed-node.ts";

/** An element of which less than this share shows is covered: what shows may be a rounding or a shadow. */
const showing = 0.1;
/** A container filled to this share with things to read and use hides what it lies on; one with less lets it through. */
const filled = 0.5;
/** Nothing but a scrim is that large and empty; smaller ones are the touch areas of what they lie on. */
const scrimShare = 0.5;
/** The largest are kept: every element is compared with every one. */
const maxCovers = 1_500;

/** Something that lies on what was painted before it. */
interface Cover {
  readonly place: PlacedNode;
  readonly bounds: Bounds;
  /** It takes a tap. */
  readonly takesTaps: boolean;
  /** What lies under it cannot be seen or is not meant to be read. */
  readonly hides: boolean;
}

/** Scrolling areas let taps through where they are empty, so only what is in them takes any. */
const takesTaps = (place: PlacedNode): boolean => {
  const { node } = place;
  const type = elementType(node);
  return node.clickable || node.longClickable || (isInteractive(node) && type !== "list" && !node.scrollable);
};

/** Adds what covers in `place`; answers how much of it is filled, in square pixels. */
function addCovers(place: PlacedNode, screen: ScreenSize, covers: Cover[]): number {
  const { node, bounds } = place;
  const inside = place.children.reduce((sum, child) => sum + addCovers(child, screen, covers), 0);
  if (bounds === null) return inside;
  const area = areaOf(bounds);
  const says = ownLabel(node) !== "" || inside > 0;
  const taps = takesTaps(place);
  const isPanel = !taps && place.children.length > 0 && inside >= filled * area;
  if (taps || isPanel) {
    const isScrim = area >= scrimShare * screen.width * screen.height;
    covers.push({ place, bounds, takesTaps: true, hides: isPanel || says || isScrim });
  }
  return taps || ownLabel(node) !== "" ? area : Math.min(inside, area);
}

function coversOf(roots: readonly PlacedNode[], screen: ScreenSize): readonly Cover[] {
  const covers: Cover[] = [];
  for (const root of roots) addCovers(root, screen, covers);
  if (covers.length <= maxCovers) return covers;
  return covers.toSorted((a, b) => areaOf(b.bounds) - areaOf(a.bounds)).slice(0, maxCovers);
}

/** How an element stands to what lies on it. */
export interface Touch {
  readonly visibility: UIElement["visibility"];
  /** Where a finger meets it and nothing else, when that is not its centre. */
  readonly tapPoint?: { readonly x: number; readonly y: number };
}

export interface Uncovered extends Touch {
  readonly found: FoundElement;
}

const isTouched = ({ content, unnamed }: FoundElement): boolean =>
  unnamed ||
  content.clickable ||
  content.long_clickable ||
  content.checkable ||
  content.scrollable ||
  ["textfield", "slider", "webview"].includes(content.type);

function touchOf(found: FoundElement, covers: readonly Cover[], keyboard: readonly Bounds[]): Touch {
  const { place, content } = found;
  const { bounds } = content;
  const above = covers.filter(
    (cover) => cover.place.painted > place.painted && meets(cover.bounds, bounds) && cover.place !== place,
  );
  const foreign = above.filter((cover) => !isInside(cover.place, place));
  const touched = isTouched(found);
  const hiding = foreign.filter((cover) => cover.hides || (touched && cover.takesTaps));
  const free = freeArea(bounds, [...hiding.map((cover) => cover.bounds), ...keyboard]);
  if (free.share < showing) return { visibility: "covered" };
  // A tap on a list is a place to scroll from: what lies in it is welcome there.
  const own = content.scrollable ? [] : above.filter(({ place: inner }) => isInside(inner, place));
  const obstacles = [...hiding, ...own].map((cover) => cover.bounds).concat(keyboard);
  const [x, y] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  if (!obstacles.some((obstacle) => holdsPoint(obstacle, Math.round(x), Math.round(y))))
    return { visibility: "visible" };
  const { largest } = freeArea(bounds, obstacles);
  if (largest === null) return { visibility: "visible" };
  const middle = (low: number, high: number): number => Math.floor((low + high) / 2);
  const tapPoint = { x: middle(largest.left, largest.right), y: middle(largest.top, largest.bottom) };
  return { visibility: "visible", tapPoint };
}

export interface CoveringScreen extends ScreenSize {
  /** The first row of pixels under the keyboard; undefined when there is none, or its place is not known. */
  readonly keyboardTop: number | undefined;
}

/**
 * Which elements lie under something painted later, and where each is to be tapped. What can only be read and is covered
 * by a part of the app is left out; what the keyboard covers comes back when it goes, and stays.
 */
export function uncovered(
  found: readonly FoundElement[],
  roots: readonly PlacedNode[],
  screen: CoveringScreen,
): Uncovered[] {
  const covers = coversOf(roots, screen);
  const { keyboardTop, width, height } = screen;
  const keyboard =
    keyboardTop === undefined ? [] : [{ left: 0, top: keyboardTop, right: width, bottom: height }];
  return found.flatMap((element) => {
    const touch = touchOf(element, covers, keyboard);
    const isGone = touch.visibility === "covered" && !isTouched(element);
    if (isGone && touchOf(element, covers, []).visibility === "covered") return [];
    return [{ found: element, ...touch }];
  });
}

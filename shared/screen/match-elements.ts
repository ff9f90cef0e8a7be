import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "./element-label.ts";

/** Elements of two screens that are one and the same, and those that only one screen has; each in reading order. */
export interface MatchedElements {
  readonly pairs: readonly (readonly [before: UIElement, after: UIElement])[];
  readonly appeared: readonly UIElement[];
  readonly disappeared: readonly UIElement[];
}

const nameOf = ({ near: _near, nth: _nth, ...element }: UIElement): string => elementName(element);

/** How often each name occurs where nothing but its number tells an element from its likes. */
function countNames(elements: readonly UIElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const name = nameOf(element);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const isAt = (a: UIElement, b: UIElement): boolean =>
  a.bounds.left === b.bounds.left && a.bounds.top === b.bounds.top && a.bounds.right === b.bounds.right;

/** Names whose bearers are told apart by what they stand by. */
const namesByNeighbour = (elements: readonly UIElement[]): ReadonlySet<string> =>
  new Set(elements.filter(({ near }) => near !== undefined).map(nameOf));

/** Takes a pair out of both lists wherever `key` is the same; an empty key is none. */
function pairBy(
  before: readonly UIElement[],
  after: readonly UIElement[],
  key: (element: UIElement) => string,
): MatchedElements {
  const waiting = new Map<string, UIElement[]>();
  for (const element of before) {
    const name = key(element);
    if (name !== "") waiting.set(name, [...(waiting.get(name) ?? []), element]);
  }
  const pairs: [UIElement, UIElement][] = [];
  for (const element of after) {
    const was = waiting.get(key(element))?.shift();
    if (was !== undefined) pairs.push([was, element]);
  }
  const paired = new Set(pairs.flat());
  return {
    pairs,
    appeared: after.filter((element) => !paired.has(element)),
    disappeared: before.filter((element) => !paired.has(element)),
  };
}

/** Whether two of one name are one element rather than namesakes, so that their states may be compared. */
function sameness(before: SemanticUITree, after: SemanticUITree): (a: UIElement, b: UIElement) => boolean {
  const [old, current] = [countNames(before.elements), countNames(after.elements)];
  return (a, b) => {
    if (a.near !== undefined && a.near === b.near) return true;
    const [was, is] = [old.get(nameOf(a)) ?? 0, current.get(nameOf(b)) ?? 0];
    return (was < 2 && is < 2) || (was === is && isAt(a, b));
  };
}

/**
 * By stable id; what is left by its name, so that what only got or lost a namesake is not a change; and what is left then by
 * a resource id that no other bears, so that a button whose word changes is one button. A pair of namesakes that lie
 * elsewhere now may be two different ones: it stands for no change of either.
 */
export function matchElements(before: SemanticUITree, after: SemanticUITree): MatchedElements {
  const byId = pairBy(before.elements, after.elements, ({ stable_id: id }) => id);
  const [old, current] = [namesByNeighbour(before.elements), namesByNeighbour(after.elements)];
  const byName = pairBy(byId.disappeared, byId.appeared, (element) => {
    const name = nameOf(element);
    return old.has(name) && current.has(name) ? "" : name;
  });
  const uses = [countResources(before.elements), countResources(after.elements)];
  const byResource = pairBy(byName.disappeared, byName.appeared, ({ type, resource_id: id }) =>
    uses.every((counts) => counts.get(id) === 1) ? `${type} ${id}` : "",
  );
  const isSame = sameness(before, after);
  const pairs = [...byId.pairs, ...byName.pairs, ...byResource.pairs]
    .filter(([was, is]) => isSame(was, is))
    .sort(([, a], [, b]) => a.element_id - b.element_id);
  return { pairs, appeared: byResource.appeared, disappeared: byResource.disappeared };
}

function countResources(elements: readonly UIElement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { resource_id: id } of elements) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

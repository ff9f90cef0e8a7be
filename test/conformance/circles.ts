import path from "node:path";

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Where a file stands inside a room: its folder there, or the file itself when it lies directly in the room. */
const placeIn = (room: string, file: string): string => file.slice(room.length + 1).split("/")[0] ?? file;

/** The places of a room that import each other in a circle, and by which imports. A room without circles gives none. */
export function circlesIn(room: string, imports: readonly Import[]): readonly string[] {
  const inside = imports.filter(({ from, to }) => from.startsWith(`${room}/`) && to.startsWith(`${room}/`));
  const next = new Map<string, Set<string>>();
  for (const { from, to } of inside) {
    const [a, b] = [placeIn(room, from), placeIn(room, to)];
    if (a !== b) next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reaches = (start: string, goal: string): boolean => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (place === goal) return true;
      if (seen.has(place)) continue;
      seen.add(place);
      open.push(...(next.get(place) ?? []));
    }
    return false;
  };
  return inside
    .filter(({ from, to }) => placeIn(room, from) !== placeIn(room, to))
    .filter(({ from, to }) => reaches(placeIn(room, to), placeIn(room, from)))
    .map(({ from, to }) => `${from} imports ${path.posix.relative(room, to)}`);
}

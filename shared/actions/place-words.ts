import type { Coordinate } from "../contracts/values/coordinate.ts";

/** A point for people. */
export const placeWords = (coordinate: Coordinate): string =>
  coordinate.map((part) => part.toFixed(2)).join(", ");

/** A gesture between two points for people. */
export const pathWords = (name: string, { start, end }: { start: Coordinate; end: Coordinate }): string =>
  `${name} ${placeWords(start)} → ${placeWords(end)}`;

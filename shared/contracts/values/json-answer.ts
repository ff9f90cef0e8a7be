import * as z from "zod";

const deepest = 8;

/** How many arrays and objects lie in one another; looks no deeper than it must. */
function depthOf(value: unknown, limit = deepest + 1): number {
  if (typeof value !== "object" || value === null || limit === 0) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, limit - 1)));
}

/** JSON that is not text, as an answer may be expected to be: small and not deep. */
export const JsonAnswer = z.unknown().refine(
  (value) => {
    if (typeof value === "string" || value === undefined) return false;
    return depthOf(value) <= deepest && JSON.stringify(value).length <= 8_000;
  },
  { error: `must be JSON other than a text, at most ${deepest} levels deep and 8,000 characters long` },
);

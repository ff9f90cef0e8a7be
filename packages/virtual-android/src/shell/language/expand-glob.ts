import { PhoneError } from "../../system/storage/phone-error.ts";
import type { PhoneFiles } from "../../system/storage/phone-files.ts";
import { patternMatcher } from "./shell-pattern.ts";

/** More names than this is a mistake in the pattern. */
const maximumMatches = 10_000;

/** The files of the phone that a pattern names, sorted; empty when none does. A backslash takes a character as it is. */
export function expandGlob(pattern: string, directory: string, files: PhoneFiles): readonly string[] {
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : ""];
  for (const segment of pattern.split("/").filter((name) => name !== "")) {
    found = found.flatMap((base) => matchSegment(base, segment, directory, files)).slice(0, maximumMatches);
  }
  return found;
}

function matchSegment(base: string, segment: string, directory: string, files: PhoneFiles): string[] {
  const join = (name: string) => (base === "" || base.endsWith("/") ? `${base}${name}` : `${base}/${name}`);
  const place = (path: string) => (path.startsWith("/") ? path : `${directory}/${path}`);
  if (!/(?<!\\)(?:[*?[]|[@!+]\()/.test(segment)) {
    const name = join(segment.replace(/\\(.)/g, "$1"));
    return files.find(place(name), false) === null ? [] : [name];
  }
  const matcher = patternMatcher(segment);
  return namesIn(place(base), files)
    .filter((name) => matcher.test(name) && (segment.startsWith(".") || !name.startsWith(".")))
    .map(join);
}

function namesIn(path: string, files: PhoneFiles): readonly string[] {
  try {
    return files.list(path);
  } catch (error) {
    if (error instanceof PhoneError) return [];
    throw error;
  }
}

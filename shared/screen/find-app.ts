import type { AppFacts } from "../contracts/device/device-facts.ts";
import { PackageName } from "../contracts/values/package-name.ts";
import { nearestName } from "../text/nearest-name.ts";

export type FoundApp =
  | { readonly package: string }
  /** `several`: apps of that very name. Otherwise what comes near, the likeliest first. */
  | { readonly package: null; readonly several: boolean; readonly near: readonly AppFacts[] };

const mostSuggestions = 5;

/** As people compare names: without case, accents and what is between the words. */
export const plainName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\p{P}\p{S}\s]+/gu, " ")
    .trim()
    .toLowerCase();

/** The app that is meant by a label or a package. A package need not be listed: the device knows best what it has. */
export function findApp(text: string, apps: readonly AppFacts[]): FoundApp {
  const wanted = plainName(text);
  const exact = apps.filter(({ package: name, label }) => name === text || plainName(label) === wanted);
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return { package: only.package };
  if (exact.length > 1) return { package: null, several: true, near: exact.slice(0, mostSuggestions) };
  if (PackageName.safeParse(text).success) return { package: text };
  return { package: null, several: false, near: nearApps(wanted, apps) };
}

function nearApps(wanted: string, apps: readonly AppFacts[]): readonly AppFacts[] {
  if (wanted === "") return [];
  const words = wanted.split(" ");
  const holding = apps.filter(({ label, package: name }) => {
    const known = plainName(label).split(" ");
    return words.some((word) => known.includes(word)) || name.toLowerCase().split(".").includes(wanted);
  });
  const labels = apps.map(({ label }) => plainName(label));
  const closest = nearestName(wanted, labels, Math.max(1, Math.floor(wanted.length / 3)));
  const misspelt = apps.filter(({ label }) => plainName(label) === closest);
  return [...new Set([...misspelt, ...holding])].slice(0, mostSuggestions);
}

/** The named groups of the first pattern that the whole clause fits; patterns as sources, case apart. */
export function groupsIn(
  clause: string,
  sources: readonly string[],
): Record<string, string | undefined> | undefined {
  for (const source of sources) {
    const match = new RegExp(`^${source}$`, "iu").exec(clause);
    if (match !== null) return match.groups ?? {};
  }
  return undefined;
}

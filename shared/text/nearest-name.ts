import leven from "leven";

const swapsOf = (name: string): readonly string[] =>
  Array.from({ length: Math.max(0, name.length - 1) }, (_, at) =>
    [name.slice(0, at), name[at + 1], name[at], name.slice(at + 2)].join(""),
  );

/** Letters that are wrong, missing or too many; one swap of two neighbours (`tpa`) counts once. */
function editsBetween(swapped: readonly string[], given: string, known: string): number {
  return Math.min(leven(given, known), ...swapped.map((one) => leven(one, known) + 1));
}

/** The name that was meant by one that is none, the first of those that are as near; undefined when none is within so many edits. */
export function nearestName(given: string, names: readonly string[], mostEdits: number): string | undefined {
  const swapped = swapsOf(given);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - given.length) > mostEdits) continue;
    const edits = editsBetween(swapped, given, name);
    if (edits <= mostEdits && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { name, edits };
  }
  return nearest?.name;
}

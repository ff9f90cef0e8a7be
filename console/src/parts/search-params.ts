/** Of what is in an address, the texts by these names: all else is left out. For a route's `validateSearch`. */
export const textSearch =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Readonly<Record<string, unknown>>): { readonly [Name in Names[number]]?: string } => {
    const kept = names.flatMap((name) => {
      const value = search[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    });
    return Object.fromEntries(kept);
  };

/** Plain `?a=b&c=d`, so that an address can be read, typed and linked to. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? "" : `?${text}`;
}

/** More columns nobody can compare with his eyes. */
export const mostCompared = 8;

/** Ids in an address, each once. */
export const idsIn = (text: string | undefined): readonly string[] =>
  placesIn(text).filter((id) => /^[0-9A-Z]{26}$/.test(id));

/** Ids and names in an address, each once. */
export const placesIn = (text: string | undefined): readonly string[] =>
  [...new Set((text ?? "").split(","))].filter((place) => place !== "").slice(0, mostCompared);

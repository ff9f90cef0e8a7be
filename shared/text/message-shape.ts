const longest = 160;

/** A message without what differs from one job to the next: ids, times, numbers. What is quoted stays, because it tells causes apart. */
export const messageShape = (message: string): string =>
  message
    .slice(0, 1_000)
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z\b/g, "…")
    .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "…")
    .replace(/\b(?=[0-9a-f-]*\d)[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/g, "…")
    .replace(/\d+(?:[.,]\d+)*/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longest);

/**
 * Letters of other alphabets, and small capitals, by the Latin one that a person takes them for: those of Unicode's confusables
 * (UTS 39) that phones draw alike. `l` stands for all upright strokes.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "аɑαᴀ",
  b: "ьʙƅ",
  c: "сϲᴄ",
  d: "ԁɗᴅ",
  e: "еєεҽᴇℯ",
  f: "ꜰƒ",
  g: "ɡցɢ",
  h: "һհʜ",
  j: "јϳᴊ",
  k: "кκᴋ",
  l: "il1|ıіιɩⅼᴉɪʟӏ",
  m: "мᴍ",
  n: "ոпηɴ",
  o: "0оοσօᴏ",
  p: "рρᴘ",
  r: "гᴦʀ",
  s: "ѕꜱ",
  t: "тτᴛ",
  u: "υսᴜ",
  v: "νѵᴠ",
  w: "ԝωᴡ",
  x: "хχ",
  y: "уүγʏ",
  z: "ᴢ",
  "'": "’ʼ`´",
};
const looksLike = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** One spelling for all texts that a person reads alike; it is compared with others of its kind, and never shown. Idempotent. */
export const asItLooks = (text: string): string =>
  [
    ...text
      .normalize("NFKC")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ""),
  ]
    .map((letter) => looksLike.get(letter) ?? letter)
    .join("")
    .replaceAll("rn", "m");

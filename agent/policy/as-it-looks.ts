/**
 * Letters of other alphabets, and small capitals, by the Latin one that a person takes them for: those of Unicode's confusables
 * (UTS 39) that phones draw alike. `l` stands for all upright strokes.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "аɑαᴀᎪꓮⲀ",
  b: "ьʙƅᏴᏏꓐⲂ",
  c: "сϲᴄᏟꓚⲤ",
  d: "ԁɗᴅᎠᏧꓓ",
  e: "еєεҽᴇℯᎬꓰⲈ",
  f: "ꜰƒꓝ",
  g: "ɡցɢᏀᏳꓖ",
  h: "һհʜᎻᏂꓧⲎ",
  j: "јϳᴊᎫꓙ",
  k: "кκᴋᏦꓗⲔ",
  l: "il1|ıіιɩⅼᴉɪʟӏᎥᏞꓲꓡⲒ",
  m: "мᴍᎷꓟⲘ",
  n: "ոпηɴꓠⲚ",
  o: "0оοσօᴏꓳⲞ",
  p: "рρᴘᏢꓑⲢ",
  r: "гᴦʀᎡᏒꓣ",
  s: "ѕꜱᏕᏚꓢ",
  t: "тτᴛᎢꓔⲦ",
  u: "υսᴜꓴ",
  v: "νѵᴠᏙꓦᏤ",
  w: "ԝωᴡᎳᏔꓪ",
  x: "хχꓫⲬ",
  y: "уүγʏᎩᎽꓬⲨ",
  z: "ᴢᏃꓜⲌ",
  "'": "’ʼ`´",
};
/** Where alphabets of white letters in discs, in squares and of flags begin: NFKC leaves these as they are. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];
const letters = "abcdefghijklmnopqrstuvwxyz";
const looksLike = new Map([
  ...alphabets.flatMap((first) =>
    [...letters].map((latin, index) => [String.fromCodePoint(first + index), latin] as const),
  ),
  ...Object.entries(lookAlikes).flatMap(([latin, others]) =>
    [...others.toLowerCase()].map((other) => [other, latin] as const),
  ),
]);
/** Letters that are set apart, each by as much: `p a y`, `P.A.Y`. A wider gap parts words. */
const setApart = /(?<![\p{L}\p{N}])\p{L}([^\p{L}\p{N}]{1,3})\p{L}(?:\1\p{L})*(?![\p{L}\p{N}])/gu;

/** One spelling for all texts that a person reads alike; it is compared with others of its kind, and never shown. */
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
    .replace(setApart, (spelt, gap: string) => spelt.split(gap).join(""))
    .replaceAll("rn", "m");

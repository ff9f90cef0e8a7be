import type { Evidence } from "../../contracts/judging/evidence.ts";

const longestText = 64 * 1_024;
const mostTexts = 500;
const mostRowBytes = 64 * 1_024;
/** Bytes of evidence stored with the result in the job's item. */
const shortest = 1_000;

/** As much of it as is kept for a later judgement, with the note that it is not whole where it is not. */
export function boundEvidence(evidence: Evidence): Evidence {
  if (evidence.kind === "file" && evidence.text !== null && evidence.text.length > longestText)
    return { ...evidence, text: evidence.text.slice(0, longestText).toWellFormed(), whole: false };
  if (evidence.kind === "screen" && evidence.texts !== null) {
    const texts = evidence.texts.slice(0, mostTexts).map((text) => text.slice(0, 1_000).toWellFormed());
    const whole =
      texts.length === evidence.texts.length && evidence.texts.every((text) => text.length <= 1_000);
    return { ...evidence, texts, whole: evidence.whole && whole };
  }
  if (evidence.kind !== "rows") return evidence;
  let bytes = 0;
  const rows = evidence.rows.filter((row) => {
    bytes += JSON.stringify(row).length;
    return bytes <= mostRowBytes;
  });
  return { ...evidence, rows, whole: evidence.whole && rows.length === evidence.rows.length };
}

/** Undefined: too long for that. */
export const shortEvidence = (evidence: Evidence): Evidence | undefined =>
  Buffer.byteLength(JSON.stringify(evidence)) <= shortest ? evidence : undefined;

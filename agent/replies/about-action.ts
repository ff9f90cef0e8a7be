import { asExpectation } from "./about-expectation.ts";

interface Said {
  readonly action: unknown;
  readonly confidence?: number;
  readonly expect?: string;
}

/** An action of a reply, and apart from it how sure the reply is of its place and what it expects to come of it. */
export function aboutConfidence(value: unknown): Said {
  if (typeof value !== "object" || value === null) return { action: value };
  const { confidence, expect, ...action } = value as Readonly<Record<string, unknown>>;
  const isShare = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  return { action, ...(isShare ? { confidence } : {}), ...asExpectation(expect) };
}

/** An action that is in one object with what the model thought. */
export function aboutAction(value: unknown): Said & { readonly thinking: string } {
  const { action: given, ...said } = aboutConfidence(value);
  if (typeof given !== "object" || given === null || !("thinking" in given))
    return { ...said, thinking: "", action: given };
  const { thinking, ...action } = given;
  return { ...said, thinking: typeof thinking === "string" ? thinking : "", action };
}

/** A turn is as sure as the least sure of its actions. */
export function leastConfidence(said: readonly Said[]): { readonly confidence?: number } {
  const known = said.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return known.length === 0 ? {} : { confidence: Math.min(...known) };
}

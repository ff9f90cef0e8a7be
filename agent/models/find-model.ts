import type { ModelFacts } from "./model-facts.ts";
import { modelTable } from "./model-table.ts";

/** A snapshot (`claude-sonnet-4-5-20250929`, `gpt-4o-2024-11-20`) is its model. */
export function findModel(id: string): ModelFacts | undefined {
  const undated = id.replace(/-\d{4}-?\d{2}-?\d{2}$/, "");
  return modelTable.find((facts) => id === facts.id || undated === facts.id);
}

/** The practice model is not a service's, and takes what the newest models take. */
const isPractice = (id: string): boolean => id.startsWith("practice-");

export interface ModelNotice {
  readonly kind: "unknown" | "retired" | "retiring";
  /** A sentence for people. */
  readonly message: string;
}

const soonMilliseconds = 60 * 24 * 3_600_000;

/** What to know before a model is used on that day; null when there is nothing. */
export function modelNotice(id: string, now: Date): ModelNotice | null {
  if (isPractice(id)) return null;
  const facts = findModel(id);
  if (facts === undefined) {
    const known = modelTable.filter((model) => model.successor === undefined).map((model) => model.id);
    return {
      kind: "unknown",
      message: `Drover does not know the model '${id}', so it has no price here. Known: ${known.join(", ")}.`,
    };
  }
  if (facts.endsOn === undefined) return null;
  const instead = facts.successor === undefined ? "" : ` Use ${facts.successor}.`;
  const left = Date.parse(`${facts.endsOn}T23:59:59Z`) - now.getTime();
  if (left < 0)
    return {
      kind: "retired",
      message: `The model '${id}' was retired on ${facts.endsOn}.${instead}`,
    };
  if (left < soonMilliseconds)
    return { kind: "retiring", message: `The model '${id}' will be retired on ${facts.endsOn}.${instead}` };
  return null;
}

import type { ReplyDialect } from "../../contracts/model-settings.ts";
import type { Perception } from "../../contracts/perception.ts";
import { dialects } from "./registry.ts";

/**
 * What a job's agent is shown, whatever was asked for: a model that works from pictures alone gets nothing else, a brief
 * prompt holds none.
 */
export function perceptionOf(dialect: ReplyDialect, asked: Perception): Perception {
  const { needs, isBrief } = dialects[dialect];
  if (needs === "picture") return { ...asked, tree: "never", picture: "always", marks: false };
  return isBrief ? { ...asked, tree: "always", picture: "never", marks: false } : asked;
}

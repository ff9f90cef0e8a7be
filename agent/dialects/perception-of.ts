import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import type { Perception } from "#shared/contracts/device/perception.ts";
import { dialectViews } from "./dialect-views.ts";

/**
 * What a job's agent is shown, whatever was asked for: a model that works from pictures alone gets nothing else, a brief
 * prompt holds none.
 */
export function perceptionOf(dialect: ReplyDialect, asked: Perception): Perception {
  const view = dialectViews[dialect];
  if (view === "picture") return { ...asked, tree: "never", picture: "always", marks: false };
  return view === "few" ? { ...asked, tree: "always", picture: "never", marks: false } : asked;
}

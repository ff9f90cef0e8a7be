import type { ReplyDialect } from "../../contracts/model-settings.ts";
import type { Perception } from "../../contracts/perception.ts";
import { dialects } from "./registry.ts";

/** What a job's agent is shown: a model that works from pictures alone gets nothing else, whatever was asked for. */
export const perceptionOf = (dialect: ReplyDialect, asked: Perception): Perception =>
  dialects[dialect].needs === "picture"
    ? { ...asked, tree: "never", picture: "always", marks: false }
    : asked;

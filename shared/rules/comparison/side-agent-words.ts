import type { ComparedSide } from "../../contracts/batch/batch-comparison.ts";

/** `builtin claude-sonnet-5-5`, `external:mine`. */
export const sideAgentWords = ({ kind, agent, model = "" }: ComparedSide["agents"][number]): string =>
  `${agent === kind ? kind : `${kind}:${agent}`} ${model}`.trim();

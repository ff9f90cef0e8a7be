import "./status-word.css";
import type { BatchStatus } from "#shared/contracts/batch/batch.ts";

const words: { readonly [Status in BatchStatus]: string } = {
  checking: "checking",
  refused: "refused",
  running: "running",
  paused: "paused",
  cancelling: "cancelling",
  finished: "finished",
  failed: "failed",
  cancelled: "cancelled",
};

export const batchStatuses = Object.keys(words) as readonly BatchStatus[];
export const statusWord = (status: BatchStatus): string => words[status];

/** How a batch stands, in a word. */
export const StatusWord = ({ status }: { readonly status: BatchStatus }) => (
  <span className={`status-word status-word-${status}`}>{words[status]}</span>
);

/** Whether anything about it may still change by itself. */
export const isLive = (status: BatchStatus): boolean =>
  status === "checking" || status === "running" || status === "paused" || status === "cancelling";

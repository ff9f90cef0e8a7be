import type { Batch, BatchStatus } from "../../contracts/batch/batch.ts";

const ended: Readonly<Record<BatchStatus, boolean>> = {
  checking: false,
  refused: true,
  running: false,
  paused: false,
  cancelling: false,
  finished: true,
  cancelled: true,
  failed: true,
};

/** Nothing of it runs, and nothing begins before somebody asks for it. */
export const hasEnded = ({ status }: Pick<Batch, "status">): boolean => ended[status];

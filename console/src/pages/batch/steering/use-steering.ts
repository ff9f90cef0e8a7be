import type { SettingsChange } from "#shared/contracts/api/responses/batch-response.ts";
import type { RetryChoice } from "#shared/contracts/batch/batch.ts";
import { useApiAction } from "../../../api/use-api.ts";
import type { SteeringKind } from "./steering-kind.ts";

interface SaidBy {
  readonly reason: string;
  readonly by?: string;
}

/** What the dialog's own fields hold. */
export interface Wanted {
  readonly which: RetryChoice;
  readonly concurrency: number;
  readonly budget: NonNullable<SettingsChange["budget"]>;
  readonly paused: readonly string[];
}

/** Sends one change of a batch by the route that is for it; `jobId` says which of its jobs is requeued. */
export function useSteering(id: string, kind: SteeringKind, jobId: string | undefined) {
  const pause = useApiAction("pauseBatch");
  const resume = useApiAction("resumeBatch");
  const cancel = useApiAction("cancelBatch");
  const retry = useApiAction("retryBatch");
  const steer = useApiAction("steerBatch");
  const requeue = useApiAction("requeueItems");
  const actions = { pause, resume, cancel, retry, requeue, concurrency: steer, budget: steer, models: steer };
  const { isPending, error } = actions[kind];
  const send = (body: SaidBy, { which, concurrency, budget, paused }: Wanted): Promise<unknown> => {
    switch (kind) {
      case "pause":
        return pause.mutateAsync({ id, body });
      case "resume":
        return resume.mutateAsync({ id, body });
      case "cancel":
        return cancel.mutateAsync({ id, body });
      case "retry":
        return retry.mutateAsync({ id, body: { ...body, which } });
      case "requeue":
        return requeue.mutateAsync({ id, body: { ...body, jobIds: [jobId ?? ""] } });
      case "concurrency":
        return steer.mutateAsync({ id, body: { ...body, settings: { concurrency } } });
      case "budget":
        return steer.mutateAsync({ id, body: { ...body, settings: { budget } } });
      case "models":
        return steer.mutateAsync({ id, body: { ...body, pausedVariants: [...paused] } });
    }
  };
  return { send, isPending, error };
}

import type { CallbackAnswer } from "#shared/contracts/job/callback.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import type { CallbackKey } from "#shared/storage/artifacts/callback-store.ts";
import type { Services } from "../runtime/services.ts";

/**
 * Ends the wait under that name. Nothing is done when nothing waits: it was ended before, or its token is not there yet, and
 * then whoever keeps the token looks whether there is an answer (open-callback.ts).
 * @throws StorageUnavailable: the token is still kept, so the same may be tried again
 */
export async function deliverCallback(
  callback: CallbackKey,
  answer: CallbackAnswer | PredictActionOutput,
  { callbacks, clients }: Pick<Services, "callbacks" | "clients">,
): Promise<void> {
  const taskToken = await callbacks.tokenOf(callback);
  if (taskToken === null) return;
  const { succeedTask } = await import("./succeed-task.ts");
  await succeedTask(await clients.sfn(), taskToken, JSON.stringify(answer));
  await callbacks.forget(callback);
}

/** What ends the wait for a turn that nobody is to take any more: PredictAction says how the job continues. */
export const turnAgain: PredictActionOutput = { route: "predict" };

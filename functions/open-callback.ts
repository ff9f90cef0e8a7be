import { deliverCallback } from "#agent/callbacks/deliver-callback.ts";
import { openTurn } from "#agent/callbacks/open-turn.ts";
import { alreadyAnswered } from "#agent/callbacks/waiting-for.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { OpenCallbackInput, OpenCallbackOutput } from "#shared/contracts/workflow/open-callback.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/**
 * Stores the token of a state that waits for a person, for checks or for an agent's turn. Then it looks for an answer, or an end, that arrived before the token was
 * stored: one of the two always sees the other.
 * @throws StorageUnavailable
 */
async function openCallback(
  input: OpenCallbackInput,
  runtime: Runtime<"open-callback">,
): Promise<OpenCallbackOutput> {
  const { tenantId, jobId, id: callbackId, taskToken, turn } = input;
  const callback = { tenantId, jobId, callbackId };
  if (turn !== undefined) return openTurn({ ...input, turn }, callback, runtime);
  await runtime.callbacks.keep(callback, taskToken);
  const answer = await alreadyAnswered(callback, runtime);
  if (answer !== null) await deliverCallback(callback, answer, runtime);
  runtime.logger.info("waits for an answer", { callbackId, isAnswered: answer !== null });
  return { opened: answer === null };
}

export const handler = workflowHandler({
  name: "open-callback",
  input: OpenCallbackInput,
  output: OpenCallbackOutput,
  handle: openCallback,
});

import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RoleModel } from "./role-model.ts";
import { untoldCall } from "./usage.ts";

/** Room for a word; what a model thinks before it is cut. */
const fewTokens = 16;

/**
 * Asks for as little as possible, to see whether the service answers at all; what that used. A request that it rejects was
 * answered too: the job's next turn will say what is wrong.
 * @throws ModelTimeout, ModelOverloaded, ModelUnavailable
 */
export async function modelServes({ client, model, settings }: RoleModel): Promise<ModelUsage> {
  try {
    const request = {
      model,
      maxOutputTokens: fewTokens,
      system: [{ type: "text" as const, text: "Answer with one word." }],
      messages: [{ role: "user" as const, parts: [{ type: "text" as const, text: "Say OK." }] }],
    };
    const { usage } = await client.complete(request, settings.timeoutSeconds);
    return usage;
  } catch (error) {
    if (error instanceof DroverError && error.code === "ModelRejected") return untoldCall;
    throw error;
  }
}

import type { Integrations } from "../../src/integrations/integration.ts";
import { TaskFailure } from "../../src/integrations/task-failure.ts";

/**
 * `lambda:invoke` as a pure function of its request, so that asking twice gives the same answer: it fails for as many
 * attempts as the payload says and then gives the payload's value.
 */
export const flakyIntegrations: Integrations = new Map([
  [
    "lambda:invoke",
    {
      resourceType: "lambda",
      resource: "invoke",
      async send(request: object) {
        const { Payload } = request as { Payload: { attempt: number; fails: number; value: unknown } };
        if (Payload.attempt < Payload.fails) throw new TaskFailure("Flaky", `attempt ${Payload.attempt}`);
        return { output: JSON.stringify({ Payload: Payload.value }) };
      },
    },
  ],
]);

import * as z from "zod";
import { SecretName, secretReference } from "../../contracts/job/secret.ts";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn } from "../action-definition.ts";
import { atPoint, target } from "../aimed.ts";
import { typeText } from "./type-text.ts";

const typing = { secret: SecretName, clear: z.boolean().optional(), submit: z.boolean().optional() };

/** Its value is put in by the host, while typing: neither the model nor a step ever holds it (docs/security.md rule 3). */
export const typeSecret = defineBuiltIn({
  name: "type_secret",
  description: "Type a secret that the task names: secret is the name in {{secret:name}}. Else as type.",
  parameters: z.strictObject({ ...typing, ...target }),
  aliases: ["type_password", "enter_password", "enter_secret", "input_secret", "fill_secret"],
  kind: "text",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "type" },
  // Only offered for a task that names one (agent/prompt/offered-actions.ts).
  offered: false,
  capability: "text",
  device: z.strictObject({ ...typing, coordinate: Coordinate.optional() }),
  resolve: atPoint,
  aims: ({ coordinate }) =>
    coordinate === undefined ? { at: "focus" } : { at: "points", points: [coordinate] },
  inWords: ({ secret }, target) => `type the secret ${secret}${target === "" ? "" : ` into ${target}`}`,
  run: ({ secret, ...typed }, context) => typeText({ ...typed, text: secretReference(secret) }, context),
});

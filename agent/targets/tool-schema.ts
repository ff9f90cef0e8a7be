import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ToolDefinition } from "../models/model-provider.ts";
import { actionReferences } from "./action-reference.ts";

/**
 * One tool per action rather than one `act` tool with a union: the API takes no `oneOf` at the top of an input schema, and
 * models keep to required parameters best when each tool has its own. What the model thinks is no parameter, which would be
 * paid for in each of them: calls are not forced, so it says it before them, as the instructions ask.
 */
export const agentTools = (catalogue: ActionCatalogue): readonly ToolDefinition[] =>
  actionReferences(catalogue).map((reference) => ({
    name: reference.name,
    description: reference.description,
    parameters: {
      type: "object",
      properties: reference.properties,
      ...(reference.required.length === 0 ? {} : { required: reference.required }),
      ...(reference.oneOf && { anyOf: reference.oneOf.map((field) => ({ required: [field] })) }),
    },
  }));

/**
 * A call for each thing to do. Forcing one is refused by Claude 5.5 and later: a reply without a call is shown to the model
 * once with what is missing.
 */
export const agentToolChoice = { toolChoice: "auto", parallelToolCalls: true } as const;

import { invalidDefinitionMessage, parseDefinition } from "../../definition/parse-definition.ts";
import type { Engine } from "../../engine/engine.ts";
import { ApiError, errors } from "../api-error.ts";

/** @throws ApiError InvalidDefinition with every finding, as the service words it. */
export function checkedDefinition(engine: Engine, definition: string, type: "STANDARD" | "EXPRESS"): string {
  const limit = engine.limits.definitionBytes;
  if (Buffer.byteLength(definition) > limit) {
    throw errors.validation(
      "definition",
      definition,
      `Member must have length less than or equal to ${limit}`,
    );
  }
  const parsed = parseDefinition(definition, type);
  if (parsed.ok) return definition;
  throw new ApiError("InvalidDefinition", invalidDefinitionMessage(parsed.diagnostics));
}

import { mapError } from "#agent/errors/map-error.ts";
import { MapErrorInput, MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "map-error",
  input: MapErrorInput,
  output: MapErrorOutput,
  handle: mapError,
});

import { DroverError } from "#shared/errors/drover-error.ts";
import type { ModelMessage, ModelPart } from "../models/model-provider.ts";

/** The service does not serve this account or this model, so that asking it again brings nothing. */
const refusesToServe = new Set<unknown>([401, 402, 403, 404, 429]);

/** Whether another model may do what this one could not. A timeout has used up the turn's time. */
export function mayFallBack(error: unknown): error is DroverError {
  if (!(error instanceof DroverError)) return false;
  if (error.code === "ModelOverloaded" || error.code === "ModelUnavailable") return true;
  return error.code === "ModelRejected" && refusesToServe.has(error.details.status);
}

/** The first model's error, whose wait the workflow can sit out, with what became of the second. */
export function withFallbackFailure(first: DroverError, model: string, second: unknown): DroverError {
  const { code, message, advice, details, cause } = first;
  const said = second instanceof Error ? second.message : String(second);
  return new DroverError(code, `${message} Its fallback '${model}' failed too: ${said}`, {
    advice,
    details: { ...details, fallbackModel: model },
    cause,
  });
}

/** What one model thought and signed is nothing to another. */
function forAnother(part: ModelPart): readonly ModelPart[] {
  if (part.type === "thinking") return [];
  if (!("opaque" in part)) return [part];
  const { opaque: _opaque, ...rest } = part;
  return [rest];
}

/** A conversation with one model as another can continue with it. */
export const turnsForAnother = (turns: readonly ModelMessage[]): readonly ModelMessage[] =>
  turns.map(({ role, parts }) => ({ role, parts: parts.flatMap(forAnother) }));

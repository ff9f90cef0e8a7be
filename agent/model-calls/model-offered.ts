import type { FarmModels } from "../models/farm-models.ts";
import { findModel } from "../models/find-model.ts";
import { clientOf } from "./model-for.ts";

const deadlineSeconds = 2;
/** So long a service that did not tell is not asked again: an outage delays few submissions. */
const silenceHoldsMilliseconds = 30_000;
const silentSince = new Map<string, number>();

/**
 * Whether a provider has a model, before a job is taken. Null: nobody can tell now, since the service is away or slow, or its key
 * cannot be read here. Models of Drover's own table are known to exist.
 */
export async function modelOffered(
  { provider, model }: { readonly provider: string; readonly model: string },
  farm: FarmModels,
  now: number,
): Promise<boolean | null> {
  if (findModel(model)?.provider === provider) return true;
  const service = JSON.stringify([provider, farm.providers[provider]]);
  if (now - (silentSince.get(service) ?? Number.NEGATIVE_INFINITY) < silenceHoldsMilliseconds) return null;
  const offered = await clientOf(provider, farm, now)
    .then((client) => client.offers(model, deadlineSeconds))
    .catch(() => null);
  if (offered === null) silentSince.set(service, now);
  return offered;
}

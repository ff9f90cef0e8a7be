import type { AllowanceLane, ModelAllowance } from "#shared/contracts/agent/model-allowance.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** Who is asked: one bucket is shared by all that ask it. */
export interface AskedModel {
  readonly tenantId: TenantId;
  /** Its address. */
  readonly service: string;
  readonly model: string;
}

/** A longer one is no matter of a rate: the job waits for it as for an outage. */
export const mostWaitMilliseconds = 4 * 3_600_000;

const laneWords: Readonly<Record<AllowanceLane, string>> = {
  requests: "requests",
  tokens: "tokens",
  inputTokens: "input tokens",
  outputTokens: "output tokens",
};

/** What the service allows is used until `at`. */
export function allowanceUsed(
  { model, service }: Pick<AskedModel, "model" | "service">,
  allowance: ModelAllowance | null,
  at: number,
): DroverError {
  const told = Object.entries(allowance?.buckets ?? {}).flatMap(([lane, bucket]) =>
    bucket === undefined
      ? []
      : [`${Math.round(bucket.told ?? bucket.perMinute)} ${laneWords[lane as AllowanceLane]}`],
  );
  const until = new Date(at).toISOString();
  return new DroverError(
    "AllowanceUsed",
    `All jobs together use the rate limit of the service at ${service} for '${model}' (${told.join(", ")} a minute); this job's turn is at ${until}.`,
    { details: { until, model, url: service } },
  );
}

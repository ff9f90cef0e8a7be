import type { Services } from "#agent/runtime/services.ts";
import type {
  Forecast,
  ForecastRequest,
  PlannedTask,
} from "#shared/contracts/api/responses/forecast-response.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import { forecast } from "#shared/rules/forecast/forecast.ts";
import type { Past } from "#shared/rules/forecast/forecast-input.ts";
import type { PriceOf } from "#shared/rules/forecast/plan-work.ts";
import { usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { jobsAtOnce } from "../items/jobs-at-once.ts";
import { knownModelRate } from "./model-rate.ts";
import { countDevices, readPast } from "./read-past.ts";

type Asked = Pick<
  ForecastRequest,
  "devices" | "concurrency" | "retry" | "modelCallsPerMinute" | "deadlineSeconds" | "models"
> &
  Partial<Pick<ForecastRequest, "aws" | "deviceUsdPerHour" | "seed">>;

interface Farm {
  readonly tenantId: TenantId;
  readonly stage: string;
  /** Undefined: past runs keep the price that they had. */
  readonly priceOf?: PriceOf;
}

/** Taken where a farm has no device yet. */
const oneDevice = 1;

/** What these tasks will take on the farm as it is now, as far as the request says nothing else. */
export async function makeForecast(
  { tenantId, stage, priceOf = () => undefined }: Farm,
  tasks: readonly PlannedTask[],
  asked: Asked,
  services: Pick<Services, "repositories" | "now">,
): Promise<Forecast> {
  const settings = BatchSettings.parse({ concurrency: asked.concurrency, retry: asked.retry });
  const [past, devices, concurrency] = await Promise.all([
    readPast(tenantId, services),
    asked.devices ?? countDevices(tenantId, services),
    jobsAtOnce({ tenantId, settings }),
  ]);
  const ofThisFarm =
    stage === localStage
      ? undefined
      : ({ scale: "large", accountConcurrency: usualAccountConcurrency } as const);
  return forecast({
    ...{ tasks, past, concurrency, priceOf, retry: settings.retry, devices: Math.max(oneDevice, devices) },
    ...{ aws: asked.aws ?? ofThisFarm, seed: asked.seed ?? 1, deviceUsdPerHour: asked.deviceUsdPerHour ?? 0 },
    ...{ deadlineSeconds: asked.deadlineSeconds, models: asked.models },
    modelCallsPerMinute:
      asked.modelCallsPerMinute ??
      (await knownModelRate(tenantId, modelsOf(tasks, past), past.runs, services)),
  });
}

/** Those that are planned; where none is named, those that the same variants had. */
function modelsOf(tasks: readonly PlannedTask[], { runs }: Past): ReadonlySet<string> {
  const unnamed = new Set<string>(
    tasks.flatMap(({ model, variant }) => (model === undefined ? [variant] : [])),
  );
  return new Set([
    ...tasks.flatMap(({ model }) => model ?? []),
    ...runs.flatMap(({ model, variant = "" }) => (unnamed.has(variant) ? (model ?? []) : [])),
  ]);
}

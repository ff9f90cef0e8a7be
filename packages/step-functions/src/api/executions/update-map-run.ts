import { change } from "../action.ts";
import { errors } from "../api-error.ts";
import { optionalNumber, type Request } from "../request.ts";
import { mapRunOf } from "./describe-map-run.ts";

function limit(request: Request, member: string, most: number): number | undefined {
  const value = optionalNumber(request, member);
  if (value === undefined || (value >= 0 && value <= most)) return value;
  throw errors.validation(member, value, `Member must be between 0 and ${most}`);
}

export const updateMapRun = change((engine, request) => {
  const run = mapRunOf(engine, request);
  const { record } = run;
  const none = Number.MAX_SAFE_INTEGER;
  record.maxConcurrency = limit(request, "maxConcurrency", none) ?? record.maxConcurrency;
  record.toleratedFailureCount =
    limit(request, "toleratedFailureCount", none) ?? record.toleratedFailureCount;
  record.toleratedFailurePercentage =
    limit(request, "toleratedFailurePercentage", 100) ?? record.toleratedFailurePercentage;
  engine.mapRuns.save(run);
  engine.mapRuns.goOn(run);
  return {};
});

import { behindPrefix } from "./key-page.ts";
import { type LifecycleRule, millisecondsOfDay } from "./lifecycle-rules.ts";
import type { S3Context } from "./operations/operation.ts";
import type { Bucket } from "./store/bucket-store.ts";

const atOnce = 100;
/** Of one pass; the next continues. */
const mostInPass = 10_000;

/** Applies the lifecycle rules of every bucket, a little at a time so that requests continue in between; how much went. */
export async function expireObjects(context: S3Context, signal: AbortSignal): Promise<number> {
  let expired = 0;
  for (const bucket of context.buckets.all()) {
    const rules: readonly LifecycleRule[] = bucket.lifecycle === null ? [] : JSON.parse(bucket.lifecycle);
    for (const rule of rules.filter(({ isEnabled }) => isEnabled)) {
      for (const step of stepsOf(context, bucket, rule)) {
        let last = atOnce;
        while (last === atOnce && expired < mostInPass) {
          await new Promise<void>((resolve) => setImmediate(resolve));
          if (signal.aborted) return expired;
          last = step();
          expired += last;
          context.database.giveBackSpace();
        }
      }
    }
  }
  return expired;
}

/** Each removes some of what a rule lets go, and says how many. */
function stepsOf(context: S3Context, bucket: Bucket, rule: LifecycleRule): readonly (() => number)[] {
  const { objects, uploads, clock } = context;
  const now = clock();
  const prefix = Buffer.from(rule.prefix);
  const range = { from: prefix, to: behindPrefix(prefix) };
  const { expirationDays, expirationDate, abortAfterDays } = rule;
  const olderThan = (before: Date) => () => objects.removeOld(bucket, range, before, atOnce);
  const isDue = expirationDate !== undefined && Date.parse(expirationDate) <= now.getTime();
  return [
    ...(expirationDays === undefined ? [] : [olderThan(daysBefore(now, expirationDays))]),
    ...(isDue ? [olderThan(now)] : []),
    ...(abortAfterDays === undefined
      ? []
      : [() => uploads.removeOld(bucket, rule.prefix, daysBefore(now, abortAfterDays), atOnce)]),
  ];
}

/** S3 counts whole days and rounds up to the next midnight (UTC). */
function daysBefore(now: Date, days: number): Date {
  const midnight = Math.floor(now.getTime() / millisecondsOfDay) * millisecondsOfDay;
  return new Date(midnight - days * millisecondsOfDay);
}

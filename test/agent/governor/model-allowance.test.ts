import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterRefusal, beginGoverning, isGoverned, takeSlots } from "#agent/governor/model-allowance.ts";
import type { ModelAllowance } from "#shared/contracts/agent/model-allowance.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";

const of = { tenantId: TenantId.parse("acme"), service: "https://a.example", model: "m", revision: 0 };
const free = { inputTokens: 0, outputTokens: 0 };
const take = (allowance: ModelAllowance, calls: number, now: number, each = free) =>
  takeSlots(allowance, { calls, each, owed: free }, now);

describe("a model's allowance", () => {
  it("gives each call a moment of its own, in order, and never more a minute than the service allows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 20 })), {
          minLength: 1,
          maxLength: 40,
        }),
        (limit, asks) => {
          let now = 0;
          let allowance = beginGoverning(of, { requests: { limit, remaining: 0, perMinute: limit } }, now);
          const moments: number[] = [];
          for (const [later, calls] of asks) {
            now += later;
            const slots = take(allowance, calls, now);
            allowance = slots.allowance;
            expect(slots.at.every((at) => at >= now)).toBe(true);
            moments.push(...slots.at);
          }
          expect(moments).toEqual(moments.toSorted((a, b) => a - b));
          for (const from of moments) {
            const within = moments.filter((at) => at >= from && at < from + 60_000).length;
            // What was saved up in a quarter of a minute comes on top.
            expect(within).toBeLessThanOrEqual(Math.ceil(limit * 1.25) + 1);
          }
        },
      ),
    );
  });

  it("spaces calls by the tokens that they use, where those are what is short", () => {
    const told = { limit: 10_000, remaining: 0, perMinute: 10_000 };
    const allowance = beginGoverning(of, { inputTokens: told }, 0);
    const { at } = take(allowance, 3, 0, { inputTokens: 5_000, outputTokens: 9_999 });
    expect(at.map((moment) => Math.round(moment / 1_000))).toEqual([0, 31, 62]);
  });

  it("asks nobody before the service's pause is over, and slower when a call was refused in its moment", () => {
    const begun = beginGoverning(of, undefined, 0);
    const refused = afterRefusal(begun, { retryAfterSeconds: 30, hadSlot: true }, 20_000);
    expect(refused.buckets.requests?.perMinute).toBeCloseTo(42, 6);
    expect(take(refused, 2, 20_000).at[0]).toBe(50_000);
    // Up again by and by, as long as nothing is refused.
    const { allowance } = take(refused, 1, 80_000);
    expect(allowance.buckets.requests?.perMinute).toBeGreaterThan(50);
    expect(take(allowance, 1, 200_000).allowance.buckets.requests?.perMinute).toBeGreaterThan(60);
  });

  it("is let alone two minutes after there was plenty", () => {
    const begun = beginGoverning(of, { requests: { limit: 60, remaining: 20, perMinute: 60 } }, 0);
    expect(isGoverned(begun, 119_999)).toBe(true);
    const { allowance } = take(begun, 1, 60_000);
    expect(isGoverned(allowance, 120_000)).toBe(false);
    const busy = take(begun, 30, 60_000).allowance;
    expect(isGoverned(busy, 120_000)).toBe(true);
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { illegalities } from "../engine-kill/legal-history.ts";
import { flakyIntegrations } from "./flaky-integrations.ts";
import { randomMachine } from "./random-machines.ts";
import { runWithCrashes } from "./run-with-crashes.ts";

const crashPoint = fc.record({ commit: fc.integer({ min: 1, max: 6 }), written: fc.boolean() });

it("any machine gives the same result with crashes as without", async () => {
  const statuses = new Map<string, number>();
  const property = fc.asyncProperty(
    randomMachine,
    fc.array(crashPoint, { minLength: 1, maxLength: 6 }),
    async (machine, crashes) => {
      const whole = await runWithCrashes(machine, [], flakyIntegrations, []);
      const broken = await runWithCrashes(machine, [], flakyIntegrations, crashes);
      expect(broken.result).toEqual(whole.result);
      expect(illegalities(whole.events)).toEqual([]);
      expect(illegalities(broken.events)).toEqual([]);
      statuses.set(whole.result.status, (statuses.get(whole.result.status) ?? 0) + 1);
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 20_261_121 });
  // The machines must not all be of one kind, or the property would say little.
  expect([...statuses.keys()].sort()).toEqual(["FAILED", "SUCCEEDED"]);
}, 60_000);

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { widenedPolicy } from "#cli/bundle/widened-policy.ts";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";

const farm = resolvePolicy({
  packages: { allow: ["com.example.*"], deny: ["com.example.bank"] },
  urls: {
    schemes: ["https"],
    hosts: { allow: ["example.com"], deny: ["x.example.com"], also: ["10.0.0.5"] },
  },
  approve: { kinds: ["apps"] },
  permissions: "ask-model",
});

describe("what a bundle's policy allows beyond the farm's", () => {
  it.each<readonly [PolicyChoice, string]>([
    [
      { packages: { allow: ["com.example.a", "org.other"] } },
      'policy.packages.allow: ["com.example.a","org.other"]',
    ],
    [{ packages: { deny: [] } }, "policy.packages.deny: []"],
    [{ urls: { schemes: ["https", "http"] } }, 'policy.urls.schemes: ["https","http"]'],
    [{ urls: { hosts: { allow: ["example.com", "evil.example"] } } }, "policy.urls.hosts: "],
    [{ urls: { hosts: { deny: [] } } }, "policy.urls.hosts: "],
    [{ urls: { hosts: { also: ["10.0.0.0/8"] } } }, "policy.urls.hosts: "],
    [{ actions: { deny: ["install"] } }, 'policy.actions.deny: ["install"]'],
    [{ permissions: "allow" }, "policy.permissions: allow"],
    [{ adb: { root: true } }, "policy.adb.root: true"],
    [{ approve: { kinds: [] } }, "policy.approve.kinds: []"],
  ])("is seen of %j", (choice, said) => {
    const widened = widenedPolicy(choice, farm);
    expect(widened).toHaveLength(1);
    expect(widened[0]).toContain(said);
  });

  it("is nothing when it says the same or less, leaves it to the farm, or says only how crashes and waits are met", () => {
    const { allow: _, ...hosts } = farm.urls.hosts;
    for (const choice of [
      {},
      farm,
      { urls: { hosts } },
      { packages: { allow: ["com.example.a"] } },
      { actions: { deny: ["install", "sms", "call", "settings"] } },
      { permissions: "deny" },
      { appErrors: "end-job" },
      { approve: { kinds: ["apps", "text"], timeoutMinutes: 600 } },
      { urls: { hosts: { also: [] } } },
    ])
      expect(widenedPolicy(choice as PolicyChoice, farm), JSON.stringify(choice)).toEqual([]);
  });

  it("is nothing of a policy that is the farm's own, and each kind that the farm denies and it does not", () => {
    const kinds = fc.uniqueArray(fc.constantFrom("touch", "text", "install", "sms", "call"));
    const policyOf = (deny: readonly string[]) => resolvePolicy({ actions: { deny } } as PolicyChoice);
    fc.assert(
      fc.property(kinds, kinds, (asked, denied) => {
        const widened = widenedPolicy(policyOf(asked), policyOf(denied));
        expect(widened.length === 0).toBe(denied.every((kind) => asked.includes(kind)));
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ActionKind, type PolicyBounds, PolicyChoice, PolicySettings } from "#shared/contracts/job/policy.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import { type PolicedAction, type PolicyFacts, policyRefusal } from "#shared/rules/policy/policy-refusal.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";

const acme = TenantId.parse("acme");
const within = (asked: PolicyChoice, most: PolicyBounds) =>
  effectivePolicy(asked, PolicySettings.parse({ most }), acme).policy;

const packages = ["com.shop", "com.shop.*", "com.*", "com.shop.cart", "org.notes", "com.android.chrome"];
const hosts = [
  "example.com",
  "www.example.com",
  "example.org",
  "router",
  "10.0.0.1",
  "10.0.0.0/8",
  "0.0.0.0/0",
];
const schemes = ["http", "https", "tel", "market"];
const some = <Item>(...items: readonly Item[]) => fc.subarray([...items]);
const absent = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
const part = <Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) =>
  absent(fc.record(shape, { requiredKeys: [] }));
/** Without what is left out, as JSON is. */
const plain = <Value>(value: fc.Arbitrary<Value>) => value.map((one) => JSON.parse(JSON.stringify(one)));
const kinds = some(...ActionKind.options);
const urls = fc.record(
  {
    schemes: some(...schemes),
    hosts: part({ allow: some(...hosts), deny: some(...hosts), also: some(...hosts) }),
  },
  { requiredKeys: [] },
);
const choice: fc.Arbitrary<PolicyBounds> = plain(
  fc.record({
    packages: part({ allow: some(...packages), deny: some(...packages) }),
    urls: absent(urls),
    actions: part({ allow: kinds, deny: kinds }),
  }),
);
const onlyUrls: fc.Arbitrary<PolicyBounds> = plain(fc.record({ urls }));
/** Without a list that `most` leaves out, which bounds nothing: the default would. */
const alone = (most: PolicyBounds) => {
  const { urls } = most;
  const open = {
    schemes,
    ...urls,
    hosts: { deny: [], within: [urls?.hosts ?? {}], also: ["0.0.0.0/0", "::/0"] },
  };
  const policy = resolvePolicy({ ...most, actions: { deny: [], ...most.actions }, urls: open });
  const named = [
    ...hosts.filter((host) => !host.includes("/")),
    "xn--e1afmkfd.example.com",
    "evil.net",
    "2.2.2.2",
  ];
  return {
    ...policy,
    urls: { ...policy.urls, hosts: { ...policy.urls.hosts, also: [...policy.urls.hosts.also, ...named] } },
  };
};
const url = fc
  .tuple(
    fc.constantFrom(...schemes),
    fc.constantFrom("example.com", "xn--e1afmkfd.example.com", "evil.net", "router", "10.0.0.1", "2.2.2.2"),
  )
  .map(([scheme, host]) => `${scheme}://${host}/`);
const action: fc.Arbitrary<PolicedAction> = plain(
  fc.record({
    action: fc.constant("it"),
    kind: fc.constantFrom(...ActionKind.options),
    package: absent(fc.constantFrom("com.shop", "com.shop.cart", "org.notes", "com.android.vending")),
    url: absent(url),
  }),
);
const opening = url.map((one): PolicedAction => ({ action: "open_url", kind: "browser", url: one }));
const facts: fc.Arbitrary<PolicyFacts> = fc.record({
  package: fc.constantFrom(
    "com.shop",
    "com.shop.cart",
    "org.notes",
    "com.android.settings",
    "com.android.mms",
  ),
});

describe("a policy within its tenant's most", () => {
  it.each([
    ["actions in apps", choice, action],
    ["addresses", onlyUrls, opening],
  ])("allows nothing that either forbids, and all that both allow: %s", (_, choices, actions) => {
    fc.assert(
      fc.property(choices, choices, actions, facts, (asked, most, tried, where) => {
        const own = policyRefusal(tried, resolvePolicy(asked), where) === null;
        const bound = policyRefusal(tried, alone(most), where) === null;
        expect(policyRefusal(tried, within(asked, most), where) === null).toBe(own && bound);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is within each of several, whichever is first, and the same when it is asked for again", () => {
    fc.assert(
      fc.property(choice, choice, choice, action, facts, (asked, one, other, tried, where) => {
        const settings = PolicySettings.parse({ most: one, tenants: { acme: { most: other } } });
        const { policy } = effectivePolicy(asked, settings, acme);
        const allowed = policyRefusal(tried, policy, where) === null;
        expect(policyRefusal(tried, within({ ...asked, most: one }, other), where) === null).toBe(allowed);
        expect(effectivePolicy(PolicyChoice.parse(policy), settings, acme).policy).toEqual(policy);
      }),
    );
  });

  it("has the narrower of what is no list, and asks for approval where either does", () => {
    const most: PolicyBounds = {
      permissions: "ask-model",
      appErrors: "end-job",
      adb: { port: false, root: true },
      approve: { categories: ["payment"], selectors: [{ text: "Go" }], timeoutMinutes: 5 },
    };
    const asked: PolicyChoice = {
      permissions: "allow",
      adb: { port: true, root: true, reboot: true },
      approve: { categories: ["sending"], selectors: [{ text: "Go" }], timeoutMinutes: 60 },
    };
    expect(within(asked, most)).toMatchObject({
      permissions: "ask-model",
      appErrors: "end-job",
      adb: { port: false, root: true, reboot: true },
      approve: { categories: ["sending", "payment"], selectors: [{ text: "Go" }], timeoutMinutes: 5 },
    });
    expect(within({ permissions: "deny" }, most).permissions).toBe("deny");
  });
});

describe("whose policy holds", () => {
  const settings = PolicySettings.parse({
    actions: { deny: ["install"] },
    most: { actions: { deny: ["call"] } },
    tenants: { acme: { actions: { deny: ["settings"] }, most: { packages: { deny: ["com.bank.*"] } } } },
  });
  const other = TenantId.parse("other");

  it("is the job's, then its tenant's, then the project's, within the most of both", () => {
    expect(effectivePolicy({}, settings, acme).policy.actions.deny).toEqual(["settings", "call"]);
    expect(effectivePolicy({}, settings, other).policy.actions.deny).toEqual(["install", "call"]);
    const asked = effectivePolicy({ actions: { deny: [] }, packages: { deny: [] } }, settings, acme);
    expect(asked.policy).toMatchObject({ actions: { deny: ["call"] }, packages: { deny: ["com.bank.*"] } });
    expect(asked.narrowed).toEqual([
      "policy.packages is within the project's policy.most.",
      "policy.actions is within the project's policy.most.",
    ]);
    expect(effectivePolicy({ actions: { deny: ["call"] } }, settings, other).narrowed).toEqual([]);
  });

  it("is refused when more rules come together than a policy has", () => {
    const many = (name: string) => ({
      packages: { deny: Array.from({ length: 60 }, (_, n) => `${name}.a${n}`) },
    });
    const crowded = PolicySettings.parse({ most: many("com") });
    expect(() => effectivePolicy(many("org"), crowded, acme)).toThrow("policy.packages.deny cannot be used");
  });
});

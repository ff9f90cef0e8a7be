import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretId } from "#shared/contracts/farm/keys.ts";
import {
  deadLetterQueueName,
  deviceQueueName,
  hostQueueName,
  poolQueueName,
  stageQueuePrefix,
  tenantQueuePrefix,
} from "#shared/contracts/farm/queue-names.ts";
import { JobPriority } from "#shared/contracts/job/job-request.ts";
import { DeviceId, HostId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";

/** Few characters, so that names which begin or go on alike come often. */
const word = (first: string, others: string, longest: number) =>
  fc
    .tuple(fc.constantFrom(...first), fc.string({ unit: fc.constantFrom(...others), maxLength: longest - 1 }))
    .map((parts) => parts.join(""));
const stages = word("ap", "ap-", 12).map((text) => Stage.parse(text));
const tenants = word("aA0", "aA-host", 32).map((text) => TenantId.parse(text));
const hosts = word("ax", "ax_-", 32).map((text) => HostId.parse(text));
const pools = word("ax", "ax_-", 32).map((text) => PoolName.parse(text));
const devices = fc
  .tuple(hosts, word("ax", "ax_-", 64))
  .map(([host, serial]) => DeviceId.parse(`${host}.${serial}`));

const owners = fc.record({ stage: stages, tenantId: tenants });
const queues = fc
  .tuple(
    owners,
    fc.oneof(
      fc.record({
        kind: fc.constant("pool"),
        name: pools,
        priority: fc.constantFrom(...JobPriority.options),
      }),
      fc.record({ kind: fc.constant("host"), name: hosts }),
      fc.record({ kind: fc.constant("device"), name: devices }),
    ),
  )
  .map(([owner, queue]) => ({ ...owner, queue }));
type AnyQueue = typeof queues extends fc.Arbitrary<infer Value> ? Value : never;

function nameOf({ stage, tenantId, queue }: AnyQueue): string {
  if ("priority" in queue) return poolQueueName(stage, tenantId, queue.name, queue.priority);
  if (queue.kind === "device") return deviceQueueName(stage, tenantId, DeviceId.parse(queue.name));
  return hostQueueName(stage, tenantId, queue.name);
}
const many = { numRuns: 2_000 };

describe("the name of a queue", () => {
  it("is one that SQS takes, and its tenant's", () => {
    fc.assert(
      fc.property(queues, (queue) => {
        expect(nameOf(queue)).toMatch(/^[A-Za-z0-9_-]{1,80}$/);
        expect(nameOf(queue).startsWith(tenantQueuePrefix(queue.stage, queue.tenantId))).toBe(true);
      }),
      many,
    );
  });

  it("is no other queue's, of whatever stage, tenant, kind and name", () => {
    fc.assert(
      fc.property(queues, queues, (one, other) => {
        expect(nameOf(one) === nameOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      many,
    );
  });

  it("fits no other tenant's pattern, nor another stage's", () => {
    fc.assert(
      fc.property(queues, owners, (queue, { stage, tenantId }) => {
        const own = queue.stage === stage && queue.tenantId === tenantId;
        expect(nameOf(queue).startsWith(tenantQueuePrefix(stage, tenantId))).toBe(own);
        expect(nameOf(queue).startsWith(stageQueuePrefix(stage))).toBe(queue.stage === stage);
      }),
      many,
    );
  });

  it("of dead letters fits no tenant's pattern", () => {
    fc.assert(
      fc.property(stages, owners, (stage, owner) => {
        expect(deadLetterQueueName(stage).startsWith(tenantQueuePrefix(owner.stage, owner.tenantId))).toBe(
          false,
        );
      }),
      many,
    );
  });
});

it.each([
  ["a pool's that ends as a host's kind", ["a", "host_x"], ["a-host", "x"]],
  ["a tenant's whose id goes on", ["acme", "eu"], ["acme-eu", "eu"]],
])("keeps apart %s", (_what, [tenant = "", pool = ""], [otherTenant = "", other = ""]) => {
  const stage = Stage.parse("prod");
  const names = [
    poolQueueName(stage, TenantId.parse(tenant), pool),
    hostQueueName(stage, TenantId.parse(otherTenant), other),
    poolQueueName(stage, TenantId.parse(otherTenant), other),
  ];
  expect(new Set(names).size).toBe(names.length);
});

it("gives secrets names of which none lies under another tenant or stage", () => {
  fc.assert(
    fc.property(owners, owners, (one, other) => {
      const same = one.stage === other.stage && one.tenantId === other.tenantId;
      const name = secretId(one.stage, one.tenantId, "shop");
      expect(name.startsWith(secretId(other.stage, other.tenantId, ""))).toBe(same);
    }),
    many,
  );
});

import * as z from "zod";

interface Resource {
  readonly Type: string;
  readonly Properties?: unknown;
}

const Started = z.object({ LaunchTemplateId: z.object({ Ref: z.string() }) });
const Group = z.object({
  MaxSize: z.coerce.number(),
  LaunchTemplate: Started.optional(),
  /** Of several types. */
  MixedInstancesPolicy: z
    .object({
      InstancesDistribution: z.object({ OnDemandPercentageAboveBaseCapacity: z.number() }),
      LaunchTemplate: z.object({
        LaunchTemplateSpecification: Started,
        Overrides: z.array(z.object({ InstanceType: z.string() })),
      }),
    })
    .optional(),
});
const Machine = z.object({
  LaunchTemplateData: z.object({ InstanceType: z.string(), InstanceMarketOptions: z.unknown().optional() }),
});

/** EC2 has a quota for each. */
export interface Vcpus {
  readonly onDemand: number;
  readonly spot: number;
}
export const noVcpus: Vcpus = { onDemand: 0, spot: 0 };
export const added = (one: Vcpus, other: Vcpus): Vcpus => ({
  onDemand: one.onDemand + other.onDemand,
  spot: one.spot + other.spot,
});

/** An `xlarge` of the families that have KVM has four vCPUs, `2xlarge` eight, `large` two. https://aws.amazon.com/ec2/instance-types/ */
export function vcpusOfType(instanceType: string): number {
  const [, count, size] = /(\d*)(xlarge|xl|large)$/.exec(instanceType) ?? [];
  if (size === undefined) return 0;
  return size === "large" ? 2 : 4 * Number(count === "" ? 1 : count);
}

/** What all machines of the templates take when each group is as large as it may be. */
export function vcpusOf(resources: Readonly<Record<string, Resource>>): Vcpus {
  return Object.values(resources)
    .filter(({ Type }) => Type === "AWS::AutoScaling::AutoScalingGroup")
    .map(({ Properties }) => Group.parse(Properties))
    .map(({ MaxSize, LaunchTemplate: one, MixedInstancesPolicy: several }) => {
      const started = one ?? several?.LaunchTemplate.LaunchTemplateSpecification;
      const machine = Machine.parse(resources[started?.LaunchTemplateId.Ref ?? ""]?.Properties);
      const { InstanceType, InstanceMarketOptions } = machine.LaunchTemplateData;
      const isSpot = several?.InstancesDistribution.OnDemandPercentageAboveBaseCapacity === 0;
      const types = [
        InstanceType,
        ...(several?.LaunchTemplate.Overrides ?? []).map((type) => type.InstanceType),
      ];
      const most = MaxSize * Math.max(...types.map(vcpusOfType));
      return isSpot || InstanceMarketOptions !== undefined
        ? { onDemand: 0, spot: most }
        : { onDemand: most, spot: 0 };
    })
    .reduce(added, noVcpus);
}

import { type AutoScalingClient, paginateDescribeAutoScalingGroups } from "@aws-sdk/client-auto-scaling";
import { added, noVcpus, type Vcpus, vcpusOfType } from "./vcpus-of.ts";

/** Families that the quotas of standard machines are for. */
const standard = /^[acdhimrtz]\d/;

/**
 * What machines of other Auto Scaling groups take at this moment: one call tells, and each group says whether it asks for spot machines. Those of
 * this deployment are not counted, which are among what its templates need.
 */
export async function usedVcpus(client: AutoScalingClient, stage: string): Promise<Vcpus> {
  let used = noVcpus;
  for await (const { AutoScalingGroups = [] } of paginateDescribeAutoScalingGroups({ client }, {}))
    for (const { Instances = [], MixedInstancesPolicy: mixed, Tags = [] } of AutoScalingGroups) {
      if (Tags.some(({ Key, Value }) => Key === "drover:stage" && Value === stage)) continue;
      const isSpot = mixed?.InstancesDistribution?.OnDemandPercentageAboveBaseCapacity === 0;
      const count = Instances.map(({ InstanceType = "" }) => InstanceType)
        .filter((type) => standard.test(type))
        .reduce((sum, type) => sum + vcpusOfType(type), 0);
      used = added(used, isSpot ? { onDemand: 0, spot: count } : { onDemand: count, spot: 0 });
    }
  return used;
}

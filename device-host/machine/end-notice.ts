import * as z from "zod";
import type { InstanceMetadata } from "./instance-metadata.ts";

/** The machine is to end. */
export interface EndNotice {
  readonly why: string;
  /** Whether it ends at a time that nobody can put off. */
  readonly endsAt: Date | null;
}

const SpotAction = z.object({ action: z.string(), time: z.iso.datetime({ offset: true }) });

/** A spot notice comes two minutes ahead; an Auto Scaling group waits for its lifecycle hook. Null: it is to stay. */
export async function readEndNotice(metadata: Pick<InstanceMetadata, "read">): Promise<EndNotice | null> {
  const spot = await metadata.read("spot/instance-action");
  if (spot !== null) {
    const { action, time } = SpotAction.parse(JSON.parse(spot));
    return { why: `EC2 reclaims the spot instance (${action}) at ${time}`, endsAt: new Date(time) };
  }
  const target = await metadata.read("autoscaling/target-lifecycle-state");
  if (target === null || !/(^|:)Terminated$/.test(target)) return null;
  return { why: "its Auto Scaling group ends the machine", endsAt: null };
}

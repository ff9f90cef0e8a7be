import * as z from "zod";
import { tenantQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import { PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";

/** One adb server serves this many devices well; a larger machine is better as several smaller ones. */
export const mostDevicesOfMachine = 16;

/**
 * Where KVM is: x86 bare metal, and the eighth generation's Intel families, which pass the processor's virtualisation on
 * to a guest (docs.aws.amazon.com/AWSEC2/latest/UserGuide/amazon-ec2-nested-virtualization.html, February 2026).
 */
const nested = /^[cmr]8i[a-z]*(-flex)?\.\w+$/;
const metal = /^[a-z0-9-]+\.metal(-\d+xl)?$/;
/** Graviton's families have a `g` behind their generation; Android's emulator for Linux is made for x86 alone. */
const arm = /^[a-z]+\d+g/;

export const isMetal = (instanceType: string): boolean => metal.test(instanceType);

const likeFirst =
  (first: string) =>
  (type: string): boolean =>
    type !== first && isMetal(type) === isMetal(first);

const instanceType = z.string().refine((type) => !arm.test(type) && (nested.test(type) || metal.test(type)), {
  error:
    "must be C8i, M8i or R8i, which support nested virtual machines, or an x86 .metal: an emulator needs KVM",
});

/** What `sdkmanager --list` names; of a machine's own architecture alone. */
const systemImage = z
  .string()
  .regex(
    /^system-images;android-[\w.-]+;[\w-]+;x86_64$/,
    "must be a system image such as system-images;android-34;google_apis;x86_64",
  );

export const HostPool = z
  .strictObject({
    instanceType: instanceType.default("m8i.2xlarge"),
    /** Taken in this order where EC2 has none of the first. */
    otherInstanceTypes: z.array(instanceType).max(19).default([]),
    /** Emulators on a machine, each for about two of its processors and 4 GB. */
    devices: z.int().min(1).max(mostDevicesOfMachine).default(4),
    /** Machines at most. */
    most: z.int().min(1).max(200).default(2),
    /** Machines that stay, whether jobs wait or not. */
    least: z.int().min(0).max(200).default(0),
    /** Machines that are kept installed and stopped: they cost their disk, and are there in a minute or two. */
    warm: z.int().min(0).max(200).default(0),
    image: systemImage.default("system-images;android-34;google_apis;x86_64"),
    /** Each job gets its own device, made from the clean snapshot and ended after it. */
    ephemeral: z.boolean().default(false),
    spot: z.boolean().default(false),
    diskGigabytes: z.int().min(40).max(2_000).default(100),
    /** A machine without a job for as long ends itself. */
    idleMinutes: z.int().min(2).max(1_440).default(15),
    /** A machine that is to end lets its jobs continue for as long. */
    drainMinutes: z.int().min(1).max(120).default(60),
  })
  .refine(({ least, most }) => least <= most, { error: "least must not exceed most", path: ["least"] })
  .refine(({ instanceType: first, otherInstanceTypes }) => otherInstanceTypes.every(likeFirst(first)), {
    error: "must differ from instanceType and be .metal exactly if that is: one template starts them all",
    path: ["otherInstanceTypes"],
  })
  .refine(({ warm, otherInstanceTypes }) => warm === 0 || otherInstanceTypes.length === 0, {
    error: "must be 0 with otherInstanceTypes: Auto Scaling keeps stopped machines of only one type",
    path: ["warm"],
  })
  .refine(({ spot, instanceType: type }) => !spot || isMetal(type), {
    error: "spot is only possible with .metal: EC2 refuses nested virtualisation on spot instances",
    path: ["spot"],
  });
export type HostPool = z.infer<typeof HostPool>;

/** A pool is one of a tenant: `acme/default`. */
const placeOfPool = z
  .string()
  .transform((place) => place.split("/"))
  .pipe(z.tuple([TenantId, PoolName], { error: "must be a tenant and its pool, such as acme/default" }));

export interface PlacedPool {
  readonly tenant: TenantId;
  readonly name: PoolName;
  readonly pool: HostPool;
}

/** Of its Auto Scaling group: no tenant's name has a `_`, so that no two pools have the same. */
export const hostGroupName = (stage: Stage, { tenant, name }: Omit<PlacedPool, "pool">): string =>
  `${tenantQueuePrefix(stage, tenant)}${name}`;

function byTenant(
  pools: Readonly<Record<string, HostPool>>,
  context: z.RefinementCtx,
): readonly PlacedPool[] {
  return Object.entries(pools).flatMap(([place, pool]) => {
    const parsed = placeOfPool.safeParse(place);
    if (parsed.success) return [{ tenant: parsed.data[0], name: parsed.data[1], pool }];
    const [{ message } = { message: "" }] = parsed.error.issues;
    context.addIssue({ code: "custom", message: `'${place}': ${message}` });
    return [];
  });
}

/** On the command line it is JSON: `--context hostPools='{"acme/default":{}}'`. The pools themselves are made by `drover pools create`. */
export const HostPools = z.preprocess((given, context) => {
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given);
  } catch {
    context.addIssue({ code: "custom", message: 'must be JSON, such as {"acme/default":{"devices":4}}' });
    return z.NEVER;
  }
}, z.record(z.string(), HostPool).transform(byTenant));
export type HostPools = z.infer<typeof HostPools>;

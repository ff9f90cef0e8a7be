import { spawnSync } from "node:child_process";
import * as z from "zod";
import { lifecycleHooks } from "#shared/contracts/device/lifecycle-hooks.ts";
import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

const instanceProfile: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { Roles } = z.object({ Roles: z.tuple([z.string()]) }).parse(properties);
  const role = cloud.principals.roleOf(Roles[0]);
  // A machine's keys are the role's, which must let EC2 hand them out.
  const arn = `arn:aws:iam::${account.accountId}:instance-profile/${chosenName}`;
  cloud.machineRoles.set(arn, role);
  return { ref: chosenName, attributes: { Arn: arn } };
};

const LaunchTemplate = z.object({
  LaunchTemplateData: z.object({
    IamInstanceProfile: z.object({ Arn: z.string() }),
    ImageId: z.string().min(1),
    InstanceType: z.string(),
    MetadataOptions: z.object({ HttpTokens: z.literal("required") }),
    SecurityGroupIds: z.array(z.string()).min(1),
    UserData: z.base64(),
  }),
});

const launchTemplate: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { LaunchTemplateData: given } = LaunchTemplate.parse(properties);
  const role = cloud.machineRoles.get(given.IamInstanceProfile.Arn);
  if (role === undefined) throw new Error(`there is no instance profile ${given.IamInstanceProfile.Arn}`);
  for (const id of given.SecurityGroupIds) cloud.mustBeThere(id, "AWS::EC2::SecurityGroup");
  const script = Buffer.from(given.UserData, "base64").toString("utf8");
  const { status, stderr } = spawnSync("bash", ["-n"], { input: script, encoding: "utf8" });
  if (status !== 0) throw new Error(`its user data is no script: ${stderr}`);
  const id = `lt-${chosenName.split("-").at(-1)}`;
  cloud.launchTemplates.set(id, { role, script });
  return { ref: id, attributes: { LatestVersionNumber: "1", LaunchTemplateId: id } };
};

const Group = z.object({
  AutoScalingGroupName: z.string(),
  LaunchTemplate: z.object({ LaunchTemplateId: z.string(), Version: z.string() }),
  MinSize: z.coerce.number(),
  MaxSize: z.coerce.number(),
  VPCZoneIdentifier: z.array(z.string()).min(1),
});

const group: ResourceKind = ({ properties }, cloud) => {
  const given = Group.parse(properties);
  const { LaunchTemplateId: launchTemplateId } = given.LaunchTemplate;
  if (!cloud.launchTemplates.has(launchTemplateId))
    throw new Error(`there is no launch template ${launchTemplateId}`);
  for (const id of given.VPCZoneIdentifier) cloud.mustBeThere(id, "AWS::EC2::Subnet");
  if (given.MinSize > given.MaxSize) throw new Error("it is to have more machines than it may");
  cloud.groups.groups.set(given.AutoScalingGroupName, { launchTemplateId, hooks: new Map() });
  return { ref: given.AutoScalingGroupName };
};

const Hook = z.object({
  AutoScalingGroupName: z.string(),
  LifecycleHookName: z.enum(Object.values(lifecycleHooks) as [string, ...string[]]),
  LifecycleTransition: z.enum(["autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING"]),
});

const hook: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { AutoScalingGroupName, LifecycleHookName, LifecycleTransition } = Hook.parse(properties);
  cloud.groups.of(AutoScalingGroupName).hooks.set(LifecycleHookName, LifecycleTransition);
  return { ref: chosenName };
};

const OfGroup = z.object({ AutoScalingGroupName: z.string() });

const warmPool: ResourceKind = ({ properties, chosenName }, cloud) => {
  cloud.groups.of(OfGroup.parse(properties).AutoScalingGroupName);
  return { ref: chosenName };
};

const scalingPolicy: ResourceKind = ({ properties, chosenName }, cloud) => {
  cloud.groups.of(OfGroup.parse(properties).AutoScalingGroupName);
  const arn = account.arn("autoscaling", `scalingPolicy:${chosenName}`);
  cloud.there.set(arn, "AWS::AutoScaling::ScalingPolicy");
  return { ref: arn };
};

export const machineKinds = {
  "AWS::IAM::InstanceProfile": instanceProfile,
  "AWS::EC2::LaunchTemplate": launchTemplate,
  "AWS::AutoScaling::AutoScalingGroup": group,
  "AWS::AutoScaling::LifecycleHook": hook,
} as const satisfies Readonly<Record<string, ResourceKind>>;

export const checkedMachineKinds = {
  "AWS::AutoScaling::WarmPool": warmPool,
  "AWS::AutoScaling::ScalingPolicy": scalingPolicy,
} as const satisfies Readonly<Record<string, ResourceKind>>;

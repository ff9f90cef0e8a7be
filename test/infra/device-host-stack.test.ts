import { execFileSync } from "node:child_process";
import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { vcpusOf } from "#cli/deploy/vcpus-of.ts";
import { synthesised } from "./synthesised.ts";

const hostStack = (hostPools: unknown, more: Record<string, unknown> = {}) =>
  synthesised({ ...more, hostPools }).hosts;

/** Text with placeholders for what is not known before a deployment. */
const Joined = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });
const textOf = (joined: unknown): string => {
  if (typeof joined === "string") return joined;
  const [separator, parts] = Joined.parse(joined)["Fn::Join"];
  return parts.map((part) => (typeof part === "string" ? part : "value-of-the-deployment")).join(separator);
};
const Machine = z.object({
  Properties: z.object({
    LaunchTemplateData: z.object({
      UserData: z.object({ "Fn::Base64": z.unknown() }),
      CpuOptions: z.unknown().optional(),
    }),
  }),
});
const machinesOf = (template: Template) =>
  Object.values(template.findResources("AWS::EC2::LaunchTemplate")).map(
    (found) => Machine.parse(found).Properties.LaunchTemplateData,
  );

describe("the stack of device hosts", () => {
  const template = hostStack({
    "acme/default": { devices: 4, most: 3 },
    "other/fresh": { ephemeral: true, warm: 1, instanceType: "c8i.4xlarge", devices: 8 },
    "acme/metal": { instanceType: "c7i.metal-24xl", spot: true, devices: 16 },
  });

  it("lets nobody in, and gives keys to nobody behind another hop or without a session", () => {
    const groups = Object.values(template.findResources("AWS::EC2::SecurityGroup"));
    expect(groups.length).toBeGreaterThan(0);
    for (const { Properties } of groups) expect(Properties).not.toHaveProperty("SecurityGroupIngress");
    template.resourceCountIs("AWS::EC2::SecurityGroupIngress", 0);
    template.resourceCountIs("AWS::EC2::NatGateway", 0);
    template.allResourcesProperties("AWS::EC2::LaunchTemplate", {
      LaunchTemplateData: Match.objectLike({
        MetadataOptions: { HttpTokens: "required", HttpPutResponseHopLimit: 1 },
        BlockDeviceMappings: [
          { DeviceName: "/dev/sda1", Ebs: Match.objectLike({ Encrypted: true, VolumeType: "gp3" }) },
        ],
      }),
    });
    expect(JSON.stringify(template.toJSON())).not.toMatch(/KeyName|KeyPair/);
  });

  it("asks for nested virtualisation where a machine is no bare metal, and for spot where it is wanted", () => {
    const options = machinesOf(template).map(({ CpuOptions }) => CpuOptions);
    expect(options).toEqual([
      { NestedVirtualization: "enabled" },
      { NestedVirtualization: "enabled" },
      undefined,
    ]);
    template.hasResourceProperties("AWS::EC2::LaunchTemplate", {
      LaunchTemplateData: Match.objectLike({
        InstanceType: "c7i.metal-24xl",
        InstanceMarketOptions: Match.objectLike({ MarketType: "spot" }),
      }),
    });
  });

  it("begins with no machine, and lets one end only when its host has let its jobs go", () => {
    template.hasResourceProperties("AWS::AutoScaling::AutoScalingGroup", {
      AutoScalingGroupName: "drover_prod_acme_default",
      MinSize: "0",
      MaxSize: "3",
      DesiredCapacity: Match.absent(),
    });
    template.hasResourceProperties("AWS::AutoScaling::LifecycleHook", {
      LifecycleTransition: "autoscaling:EC2_INSTANCE_TERMINATING",
      HeartbeatTimeout: 3_720,
      DefaultResult: "CONTINUE",
    });
    template.hasResourceProperties("AWS::AutoScaling::LifecycleHook", {
      LifecycleTransition: "autoscaling:EC2_INSTANCE_LAUNCHING",
      DefaultResult: "ABANDON",
    });
    template.hasResourceProperties("AWS::AutoScaling::WarmPool", { MinSize: 1, PoolState: "Stopped" });
  });

  it("adds machines by the jobs that wait beyond the free devices, less the machines on their way", () => {
    template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      Threshold: 1,
      Metrics: Match.arrayWith([
        Match.objectLike({
          Expression: "CEIL((FILL(waiting, 0) - FILL(free, 0)) / 8) - FILL(coming, 0)",
        }),
        ...["WaitingJobs", "FreeDevices"].map((MetricName) =>
          Match.objectLike({
            MetricStat: Match.objectLike({
              Metric: {
                Namespace: "Drover",
                MetricName,
                Dimensions: [
                  { Name: "pool", Value: "other/fresh" },
                  { Name: "stage", Value: "prod" },
                ],
              },
            }),
          }),
        ),
      ]),
    });
    template.hasResourceProperties("AWS::AutoScaling::ScalingPolicy", {
      PolicyType: "StepScaling",
      StepAdjustments: [
        { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 1, ScalingAdjustment: 1 },
        { MetricIntervalLowerBound: 1, MetricIntervalUpperBound: 3, ScalingAdjustment: 2 },
        { MetricIntervalLowerBound: 3, MetricIntervalUpperBound: 7, ScalingAdjustment: 4 },
        { MetricIntervalLowerBound: 7, ScalingAdjustment: 8 },
      ],
    });
  });

  it("tags each pool's role with its tenant, and lets it end machines of its own group alone", () => {
    const roles = Object.values(template.findResources("AWS::IAM::Role"));
    const tenants = roles.map(({ Properties }) =>
      z
        .array(z.object({ Key: z.string(), Value: z.string() }))
        .parse(Properties.Tags)
        .filter(({ Key }) => Key === "drover:tenant")
        .map(({ Value }) => Value),
    );
    expect(tenants).toEqual([["acme"], ["other"], ["acme"]]);
    const policies = JSON.stringify(template.findResources("AWS::IAM::Policy"));
    for (const group of ["drover_prod_acme_default", "drover_prod_other_fresh", "drover_prod_acme_metal"])
      expect(policies).toContain(`autoScalingGroup:*:autoScalingGroupName/${group}`);
    expect(policies).not.toMatch(/"Resource":"\*"/);
  });

  it("gives each machine a script that bash reads, with its values, within what EC2 takes", () => {
    for (const [index, { UserData }] of machinesOf(template).entries()) {
      const script = textOf(UserData["Fn::Base64"]);
      execFileSync("bash", ["-n"], { input: script });
      expect(Buffer.byteLength(script)).toBeLessThan(16_384);
      expect(script).toMatch(/^#!\/bin\/bash\nDROVER_STAGE='prod'\nDROVER_TENANT='(acme|other)'\n/);
      expect(script).toContain(`DROVER_EPHEMERAL='${index === 1}'`);
    }
  });
});

it("[fault D34] takes machines of other types where EC2 has none of the first", () => {
  const template = hostStack({
    "acme/default": { otherInstanceTypes: ["r8i.2xlarge", "m8i.4xlarge"] },
    "acme/metal": { instanceType: "c7i.metal-24xl", otherInstanceTypes: ["m7i.metal-24xl"], spot: true },
  });
  const policy = (types: readonly string[], distribution: object) => ({
    LaunchTemplate: Match.absent(),
    MixedInstancesPolicy: {
      InstancesDistribution: distribution,
      LaunchTemplate: Match.objectLike({ Overrides: types.map((InstanceType) => ({ InstanceType })) }),
    },
  });
  const first = { OnDemandAllocationStrategy: "prioritized" };
  template.hasResourceProperties(
    "AWS::AutoScaling::AutoScalingGroup",
    policy(["m8i.2xlarge", "r8i.2xlarge", "m8i.4xlarge"], {
      ...first,
      OnDemandPercentageAboveBaseCapacity: 100,
    }),
  );
  template.hasResourceProperties(
    "AWS::AutoScaling::AutoScalingGroup",
    policy(["c7i.metal-24xl", "m7i.metal-24xl"], {
      ...first,
      OnDemandPercentageAboveBaseCapacity: 0,
      SpotAllocationStrategy: "price-capacity-optimized",
    }),
  );
  // Auto Scaling refuses a template that asks for spot by itself.
  expect(JSON.stringify(template.findResources("AWS::EC2::LaunchTemplate"))).not.toContain("MarketType");
  // The largest that may come, two of each.
  expect(vcpusOf(template.toJSON().Resources)).toEqual({ onDemand: 2 * 16, spot: 2 * 96 });
  for (const others of [["m8i.2xlarge"], ["m8i.metal-48xl"]])
    expect(() => hostStack({ "acme/default": { otherInstanceTypes: others } })).toThrow("must differ from");
  expect(() => hostStack({ "acme/default": { otherInstanceTypes: ["r8i.2xlarge"], warm: 1 } })).toThrow(
    "warm: must be 0 with otherInstanceTypes",
  );
});

it("stands in a network that is named, and makes none then", () => {
  const template = hostStack(
    { "acme/default": {} },
    { hostVpcId: "vpc-0a1", hostSubnetIds: "subnet-0a,subnet-0b" },
  );
  template.resourceCountIs("AWS::EC2::VPC", 0);
  template.hasResourceProperties("AWS::AutoScaling::AutoScalingGroup", {
    VPCZoneIdentifier: ["subnet-0a", "subnet-0b"],
  });
  expect(() => hostStack({ "acme/default": {} }, { hostVpcId: "vpc-0a1" })).toThrow("together");
});

it("reads pools as JSON too, and refuses what has no KVM", () => {
  hostStack('{"acme/default":{"devices":2}}').resourceCountIs("AWS::AutoScaling::AutoScalingGroup", 1);
  expect(() => hostStack("{")).toThrow("hostPools: must be JSON");
  for (const instanceType of ["m7i.2xlarge", "c7g.metal", "m8g.4xlarge"])
    expect(() => hostStack({ "acme/default": { instanceType } })).toThrow("an emulator needs KVM");
  expect(() => hostStack({ "acme/default": { spot: true } })).toThrow("spot is only possible with .metal");
  expect(() => hostStack({ "acme/default": { least: 3, most: 2 } })).toThrow("least must not exceed most");
  expect(() =>
    hostStack({ "acme/default": { image: "system-images;android-34;google_apis;arm64-v8a" } }),
  ).toThrow("system image");
  expect(() => hostStack({ default: {} })).toThrow("'default': must be a tenant and its pool");
});

import { ArnFormat, CfnOutput, Duration, Stack, type StackProps, Tags, Validations } from "aws-cdk-lib";
import {
  AutoScalingGroup,
  DefaultResult,
  GroupMetric,
  GroupMetrics,
  LifecycleTransition,
  OnDemandAllocationStrategy,
  PoolState,
  SpotAllocationStrategy,
} from "aws-cdk-lib/aws-autoscaling";
import {
  BlockDeviceVolume,
  EbsDeviceVolumeType,
  InstanceType,
  type ISecurityGroup,
  type IVpc,
  LaunchTemplate,
  LaunchTemplateHttpTokens,
  MachineImage,
  OperatingSystemType,
  SubnetType,
  UserData,
} from "aws-cdk-lib/aws-ec2";
import { type IManagedPolicy, ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import type { Construct } from "constructs";
import { lifecycleHooks } from "#shared/contracts/device/lifecycle-hooks.ts";
import { poolDimension } from "#shared/contracts/farm/metrics.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { tracingOf } from "../functions/function-tracing.ts";
import { tenantTag } from "../host/device-host-policy.ts";
import { hostNetwork, hostSecurityGroup } from "../host/host-network.ts";
import { scaleOut } from "../host/host-scaling.ts";
import { hostUserData } from "../host/host-user-data.ts";
import { type HostPool, hostGroupName, isMetal, type PlacedPool } from "../host-pools.ts";
import type { Settings } from "../settings.ts";
import { allow, type Storage } from "../storage-access.ts";

interface DeviceHostStackProps extends StackProps {
  readonly settings: Settings;
  readonly storage: Storage;
  /** What a host may do (device-host-policy.ts). */
  readonly hostPolicy: IManagedPolicy;
  /** The packed npm package that hosts install. */
  readonly packageFile: string;
}

/** Canonical says here which image is the newest; it brings Session Manager's agent along. */
const ubuntu = "/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id";
/** Packages, a system image of 2 GB and a first boot of each device. */
const installMinutes = 45;

/** Machines with emulators, an Auto Scaling group a pool, from none and back to none. */
export class DeviceHostStack extends Stack {
  constructor(scope: Construct, id: string, props: DeviceHostStackProps) {
    super(scope, id, props);
    const vpc = hostNetwork(this, props.settings);
    const securityGroup = hostSecurityGroup(this, vpc);
    const packed = new Asset(this, "Package", { path: props.packageFile });
    const shared = { ...props, vpc, securityGroup, packed };
    for (const placed of props.settings.hostPools) addPool(this, placed, shared);
  }
}

interface Shared extends DeviceHostStackProps {
  readonly vpc: IVpc;
  readonly securityGroup: ISecurityGroup;
  readonly packed: Asset;
}

function addPool(stack: Stack, { tenant, name, pool }: PlacedPool, shared: Shared): void {
  const id = `${tenant}_${name}`;
  const { stage } = shared.settings;
  const groupName = hostGroupName(stage, { tenant, name });
  const role = hostRole(stack, `${id}Role`, { tenant, groupName }, shared);
  const template = launchTemplate(stack, id, { name, pool, tenant, groupName, role }, shared);
  const group = new AutoScalingGroup(stack, `${id}Group`, {
    autoScalingGroupName: groupName,
    vpc: shared.vpc,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    ...launchedFrom(template, pool),
    minCapacity: pool.least,
    maxCapacity: pool.most,
    groupMetrics: [new GroupMetrics(GroupMetric.PENDING_INSTANCES, GroupMetric.IN_SERVICE_INSTANCES)],
    // Without an update policy a new image or version is for machines that come: one that works is let work.
  });
  addHooks(group, pool);
  if (pool.warm > 0)
    group.addWarmPool({
      poolState: PoolState.STOPPED,
      minSize: pool.warm,
      maxGroupPreparedCapacity: pool.most,
    });
  scaleOut({
    group,
    groupName,
    stage,
    poolDimension: poolDimension(tenant, name),
    devicesOfMachine: pool.devices,
  });
  Tags.of(group).add("drover:pool", name);
  Validations.of(group).acknowledge({
    id: "AwsSolutions-AS3",
    reason:
      "Machines come and go with every batch: who wants to know reads the group's activity; what is wrong with a pool is an alarm of its own.",
  });
  new CfnOutput(stack, `${id}GroupName`, { value: group.autoScalingGroupName });
}

/** Of several types the first that EC2 has: a type that a zone has run out of stops nothing. */
function launchedFrom(launchTemplate: LaunchTemplate, { instanceType, otherInstanceTypes, spot }: HostPool) {
  if (otherInstanceTypes.length === 0) return { launchTemplate };
  const launchTemplateOverrides = [instanceType, ...otherInstanceTypes].map((type) => ({
    instanceType: new InstanceType(type),
  }));
  const instancesDistribution = {
    onDemandPercentageAboveBaseCapacity: spot ? 0 : 100,
    onDemandAllocationStrategy: OnDemandAllocationStrategy.PRIORITIZED,
    ...(spot ? { spotAllocationStrategy: SpotAllocationStrategy.PRICE_CAPACITY_OPTIMIZED } : {}),
  };
  return { mixedInstancesPolicy: { launchTemplate, launchTemplateOverrides, instancesDistribution } };
}

/** A machine is in service when its host says so, and gone when its host has let its jobs go. */
function addHooks(group: AutoScalingGroup, { drainMinutes }: HostPool): void {
  group.addLifecycleHook("Prepared", {
    lifecycleHookName: lifecycleHooks.prepared,
    lifecycleTransition: LifecycleTransition.INSTANCE_LAUNCHING,
    heartbeatTimeout: Duration.minutes(installMinutes),
    defaultResult: DefaultResult.ABANDON,
  });
  group.addLifecycleHook("Drained", {
    lifecycleHookName: lifecycleHooks.drained,
    lifecycleTransition: LifecycleTransition.INSTANCE_TERMINATING,
    heartbeatTimeout: Duration.minutes(drainMinutes + 2),
    defaultResult: DefaultResult.CONTINUE,
  });
}

interface PoolOfTenant {
  readonly name: string;
  readonly pool: HostPool;
  readonly tenant: TenantId;
  readonly groupName: string;
  readonly role: Role;
}

function launchTemplate(
  stack: Stack,
  id: string,
  { name, pool, tenant, groupName, role }: PoolOfTenant,
  { settings, storage, packed, securityGroup }: Shared,
): LaunchTemplate {
  const userData = UserData.custom(
    hostUserData({
      DROVER_STAGE: settings.stage,
      DROVER_TENANT: tenant,
      DROVER_POOL: name,
      DROVER_TABLE: storage.table.tableName,
      DROVER_BUCKET: storage.bucket.bucketName,
      DROVER_PACKAGE: packed.s3ObjectUrl,
      DROVER_OTLP_ENDPOINT: tracingOf(stack).environment.OTEL_EXPORTER_OTLP_ENDPOINT ?? "",
      DROVER_IMAGE: pool.image,
      DROVER_DEVICES: String(pool.devices),
      DROVER_EPHEMERAL: pool.ephemeral ? "true" : "false",
      DROVER_AUTO_SCALING_GROUP: groupName,
      DROVER_IDLE_MINUTES: String(pool.idleMinutes),
      DROVER_DRAIN_MINUTES: String(pool.drainMinutes),
    }),
  );
  const disk = BlockDeviceVolume.ebs(pool.diskGigabytes, {
    volumeType: EbsDeviceVolumeType.GP3,
    encrypted: true,
    deleteOnTermination: true,
  });
  return new LaunchTemplate(stack, `${id}Machine`, {
    instanceType: new InstanceType(pool.instanceType),
    machineImage: MachineImage.fromSsmParameter(ubuntu, { os: OperatingSystemType.LINUX }),
    userData,
    role,
    securityGroup,
    blockDevices: [{ deviceName: "/dev/sda1", volume: disk }],
    httpTokens: LaunchTemplateHttpTokens.REQUIRED,
    // The emulators' guests and whatever else is behind another hop get no keys of the machine's.
    httpPutResponseHopLimit: 1,
    detailedMonitoring: true,
    ...(isMetal(pool.instanceType) ? {} : { cpuOptions: { nestedVirtualization: true } }),
    // Of several types the group says it.
    ...(pool.spot && pool.otherInstanceTypes.length === 0 ? { spotOptions: {} } : {}),
  });
}

/** Of one tenant by its tag, which the policy of all hosts has its conditions by; and of its own group. */
function hostRole(
  stack: Stack,
  id: string,
  { tenant, groupName }: { readonly tenant: string; readonly groupName: string },
  { hostPolicy, packed }: Shared,
): Role {
  const role = new Role(stack, id, {
    assumedBy: new ServicePrincipal("ec2.amazonaws.com"),
    managedPolicies: [hostPolicy, ManagedPolicy.fromAwsManagedPolicyName("AmazonSSMManagedInstanceCore")],
  });
  Tags.of(role).add(tenantTag, tenant);
  const group = stack.formatArn({
    service: "autoscaling",
    resource: "autoScalingGroup",
    // The service makes its own id that is before the name.
    resourceName: `*:autoScalingGroupName/${groupName}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  role.addToPolicy(
    allow(
      ["autoscaling:CompleteLifecycleAction", "autoscaling:TerminateInstanceInAutoScalingGroup"],
      [group],
    ),
  );
  role.addToPolicy(allow(["s3:GetObject"], [packed.bucket.arnForObjects(packed.s3ObjectKey)]));
  Validations.of(role).acknowledge(
    {
      id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AmazonSSMManagedInstanceCore]",
      reason: "Session Manager is the only way onto a machine, and this is the policy that its agent needs.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:autoscaling:<AWS::Region>:<AWS::AccountId>:autoScalingGroup:*:autoScalingGroupName/${groupName}]`,
      reason: "The service puts an id of its own before the group's name: this is that one group.",
    },
  );
  return role;
}

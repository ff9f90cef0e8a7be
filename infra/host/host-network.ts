import { Validations } from "aws-cdk-lib";
import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISecurityGroup,
  type IVpc,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import type { Construct } from "constructs";
import type { Settings } from "../settings.ts";

/**
 * Where machines of pools stand. Their own network has public subnets and nothing else: a machine there reaches the
 * internet by its own address ($0.005 an hour), nobody reaches it, and no NAT gateway ($32 a month) is paid for.
 * @throws Error when a network is named without its subnets, or the other way round
 */
export function hostNetwork(scope: Construct, { hostVpcId, hostSubnetIds }: Settings): IVpc {
  if (hostVpcId !== undefined && hostSubnetIds !== undefined) {
    // Only the ids are used: which zones they lie in is known by the subnets.
    const availabilityZones = hostSubnetIds.map((_id, index) => `zone-${index}`);
    return Vpc.fromVpcAttributes(scope, "Network", {
      vpcId: hostVpcId,
      availabilityZones,
      publicSubnetIds: hostSubnetIds,
    });
  }
  if (hostVpcId !== undefined || hostSubnetIds !== undefined)
    throw new Error("Give hostVpcId and hostSubnetIds together, or neither for Drover's own network.");
  const vpc = new Vpc(scope, "Network", {
    ipAddresses: IpAddresses.cidr("10.77.0.0/20"),
    maxAzs: 2,
    natGateways: 0,
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [{ name: "Hosts", subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: true }],
    gatewayEndpoints: {
      Objects: { service: GatewayVpcEndpointAwsService.S3 },
      Table: { service: GatewayVpcEndpointAwsService.DYNAMODB },
    },
  });
  Validations.of(vpc).acknowledge({
    id: "AwsSolutions-VPC7",
    reason:
      "Nothing listens in this network and no port is open; flow logs would cost more than a small farm's queues. Bring a network of your own where they are wanted.",
  });
  // CDK's class declares `undefined` where its interface has an optional field.
  return vpc as IVpc;
}

/** No port is open, not even for a shell: Session Manager's agent calls out. */
export const hostSecurityGroup = (scope: Construct, vpc: IVpc): ISecurityGroup =>
  new SecurityGroup(scope, "HostsReachOut", {
    vpc,
    description: "Drover device hosts: nothing comes in; they call AWS, Google and npm",
    allowAllOutbound: true,
  });

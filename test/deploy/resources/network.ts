import type { Making, ResourceKind } from "./resource-kind.ts";

/** Of a kind: which of its properties name what, and how an id of it begins. */
interface NetworkKind {
  readonly id: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly attributes?: readonly string[];
}

/** Nothing of a network is made: what its parts name must be there, and be of the kind that belongs there. */
const kinds: Readonly<Record<string, NetworkKind>> = {
  "AWS::EC2::VPC": { id: "vpc" },
  "AWS::EC2::InternetGateway": { id: "igw" },
  "AWS::EC2::VPCGatewayAttachment": {
    id: "attachment",
    names: { VpcId: "AWS::EC2::VPC", InternetGatewayId: "AWS::EC2::InternetGateway" },
  },
  "AWS::EC2::Subnet": { id: "subnet", names: { VpcId: "AWS::EC2::VPC" } },
  "AWS::EC2::RouteTable": { id: "rtb", names: { VpcId: "AWS::EC2::VPC" } },
  "AWS::EC2::SubnetRouteTableAssociation": {
    id: "rtbassoc",
    names: { SubnetId: "AWS::EC2::Subnet", RouteTableId: "AWS::EC2::RouteTable" },
  },
  "AWS::EC2::Route": {
    id: "route",
    names: { RouteTableId: "AWS::EC2::RouteTable", GatewayId: "AWS::EC2::InternetGateway" },
  },
  "AWS::EC2::VPCEndpoint": {
    id: "vpce",
    names: { VpcId: "AWS::EC2::VPC", RouteTableIds: "AWS::EC2::RouteTable" },
  },
  "AWS::EC2::SecurityGroup": { id: "sg", names: { VpcId: "AWS::EC2::VPC" }, attributes: ["GroupId"] },
};

const idOf = (prefix: string, { chosenName }: Making): string => `${prefix}-${chosenName.split("-").at(-1)}`;

const checked =
  (type: string, { id: prefix, names = {}, attributes = [] }: NetworkKind): ResourceKind =>
  (making, cloud) => {
    for (const [property, wanted] of Object.entries(names))
      for (const one of [making.properties[property]].flat()) cloud.mustBeThere(String(one), wanted);
    const id = idOf(prefix, making);
    cloud.there.set(id, type);
    return { ref: id, attributes: Object.fromEntries(attributes.map((name) => [name, id])) };
  };

export const networkKinds: Readonly<Record<string, ResourceKind>> = Object.fromEntries(
  Object.entries(kinds).map(([type, kind]) => [type, checked(type, kind)]),
);

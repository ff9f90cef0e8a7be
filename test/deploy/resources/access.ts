import * as z from "zod";
import { PolicyDocument } from "../../infra/iam/evaluate-policy.ts";
import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

const texts = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());
const Trust = z.object({
  Statement: z.array(z.object({ Principal: z.record(z.string(), texts), Effect: z.literal("Allow") })),
});
const Tags = z.array(z.object({ Key: z.string(), Value: z.string() })).default([]);
const Role = z.object({
  RoleName: z.string().optional(),
  AssumeRolePolicyDocument: Trust,
  ManagedPolicyArns: z.array(z.string()).default([]),
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  Tags,
});

const role: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { RoleName: name = chosenName.slice(0, 64), ...given } = Role.parse(properties);
  const arn = `arn:aws:iam::${account.accountId}:role/${name}`;
  cloud.principals.roles.set(name, {
    name,
    arn,
    trusts: given.AssumeRolePolicyDocument.Statement.flatMap(({ Principal }) => Principal.Service ?? []),
    tags: Object.fromEntries(given.Tags.map(({ Key, Value }) => [Key, Value])),
    policies: [
      ...given.Policies.map((policy) => policy.PolicyDocument),
      ...given.ManagedPolicyArns.map((one) => {
        const found = cloud.managedPolicies.get(one);
        if (found === undefined) throw new Error(`there is no policy ${one}`);
        return found;
      }),
    ],
  });
  return { ref: name, attributes: { Arn: arn, RoleId: name } };
};

const Policy = z.object({
  PolicyDocument,
  ManagedPolicyName: z.string().optional(),
  PolicyName: z.string().optional(),
  Roles: z.array(z.string()).default([]),
});

const policy: ResourceKind = ({ properties, chosenName }, { principals }) => {
  const { PolicyDocument: document, PolicyName = chosenName, Roles } = Policy.parse(properties);
  for (const name of Roles) principals.roleOf(name).policies.push(document);
  return { ref: PolicyName };
};

const managedPolicy: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { PolicyDocument: document, ManagedPolicyName = chosenName, Roles } = Policy.parse(properties);
  const arn = `arn:aws:iam::${account.accountId}:policy/${ManagedPolicyName}`;
  cloud.managedPolicies.set(arn, document);
  for (const name of Roles) cloud.principals.roleOf(name).policies.push(document);
  return { ref: arn, attributes: { PolicyArn: arn } };
};

export const accessKinds = {
  "AWS::IAM::Role": role,
  "AWS::IAM::Policy": policy,
  "AWS::IAM::ManagedPolicy": managedPolicy,
} as const satisfies Readonly<Record<string, ResourceKind>>;

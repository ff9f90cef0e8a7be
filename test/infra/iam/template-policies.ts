import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { PolicyDocument } from "./evaluate-policy.ts";

/** What stands for a name that CloudFormation makes: by the start of its logical id. */
export type MadeNames = Readonly<Record<string, string>>;

const own: Readonly<Record<string, string>> = {
  "AWS::Partition": "aws",
  "AWS::Region": "us-east-1",
  "AWS::AccountId": "000000000000",
};

/** A value of a template as it is once deployed. @throws Error for what it has no name for */
export function resolved(value: unknown, names: MadeNames): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, names));
  if (typeof value !== "object" || value === null) return value;
  const [[key, inner] = ["", null], ...others] = Object.entries(value);
  if (others.length === 0) {
    if (key === "Ref") return own[String(inner)] ?? made(String(inner), names);
    if (key === "Fn::GetAtt") return made([inner].flat().join("."), names);
    if (key === "Fn::GetStackOutput") return made(String(Object(inner).OutputName), names);
    if (key === "Fn::Join") {
      const [joint = "", parts = []] = inner as [string?, unknown[]?];
      return parts.map((part) => resolved(part, names)).join(joint);
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, names)]));
}

function made(reference: string, names: MadeNames): string {
  const [, name] = Object.entries(names).find(([start]) => reference.includes(start)) ?? [];
  if (name === undefined) throw new Error(`nobody said what ${reference} is`);
  return name;
}

const WithDocument = z.object({ Properties: z.object({ PolicyDocument: z.unknown() }) });

const documentOf = (found: unknown, names: MadeNames): PolicyDocument =>
  PolicyDocument.parse(resolved(WithDocument.parse(found).Properties.PolicyDocument, names));

/** The managed policies of a stack. */
export const managedPolicies = (template: Template, names: MadeNames): readonly PolicyDocument[] =>
  Object.values(template.findResources("AWS::IAM::ManagedPolicy")).map((found) => documentOf(found, names));

/** The policies of a function's role: of the function whose construct is called so. */
export const rolePolicies = (template: Template, id: string, names: MadeNames): readonly PolicyDocument[] =>
  Object.entries(template.findResources("AWS::IAM::Policy"))
    .filter(([name]) => name.startsWith(`${id}RoleDefaultPolicy`))
    .map(([, found]) => documentOf(found, names));

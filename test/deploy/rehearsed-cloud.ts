import type { AwsClients } from "#shared/storage/clients/aws-clients.ts";
import { type IamRequest, PolicyDocument } from "../infra/iam/evaluate-policy.ts";
import type { Assembly } from "./cloudformation/template.ts";
import type { UserPool } from "./identity/user-pool.ts";
import type { DeployedFunctions } from "./lambda/deployed-functions.ts";
import type { AutoScalingGroups } from "./machines/auto-scaling-groups.ts";
import { denialText, type Principal, type Principals, type Role } from "./principals.ts";

interface InvokePermission {
  readonly functionName: string;
  readonly service: string;
  readonly sourceArn: string;
}

interface RehearsedApi {
  readonly routes: {
    readonly key: string;
    readonly authorizer: string | null;
    readonly integration: string;
  }[];
  readonly integrations: Map<string, string>;
  readonly authorizers: Map<string, { readonly Audience: readonly string[]; readonly Issuer: string }>;
}

interface Rule {
  readonly arn: string;
  readonly targetArn: string;
  readonly schedule: string | undefined;
  /** What the target is told instead of the event. */
  readonly input?: unknown;
  readonly pattern: Readonly<Record<string, unknown>> | undefined;
}

/** What a machine begins with. */
interface LaunchTemplate {
  readonly role: Role;
  /** Its user data. */
  readonly script: string;
}

interface CloudParts {
  readonly principals: Principals;
  readonly functions: DeployedFunctions;
  /** CloudFormation's own: they may do everything. */
  readonly admin: AwsClients;
  readonly assembly: Assembly;
  /** The variables by which SDK clients find the stand-ins. */
  readonly endpointVariables: Readonly<Record<string, string>>;
  readonly extensionUrl: string;
  /** Where a function's other addresses lead: origin → origin. */
  readonly network: Readonly<Record<string, string>>;
  /** Who a machine acts as, by its ARN: filled as they are made. */
  readonly machinePrincipals: Map<string, Principal>;
  readonly groups: AutoScalingGroups;
  /** A table that is there already is that of the stack, as it was. */
  readonly keptTables: boolean;
}

/** AWS's own policies that CDK attaches, as far as a rehearsal needs them. */
const awsPolicies: Readonly<Record<string, PolicyDocument>> = {
  "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole": PolicyDocument.parse({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "*",
      },
    ],
  }),
  // For Session Manager's agent: nothing of it is a host's.
  "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore": PolicyDocument.parse({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: ["ssm:*", "ssmmessages:*", "ec2messages:*"], Resource: "*" }],
  }),
};

/** What the stacks of one deployment come to. */
export class RehearsedCloud implements CloudParts {
  readonly principals: Principals;
  readonly functions: DeployedFunctions;
  readonly admin: AwsClients;
  readonly assembly: Assembly;
  readonly endpointVariables: Readonly<Record<string, string>>;
  readonly extensionUrl: string;
  readonly network: Readonly<Record<string, string>>;
  readonly machinePrincipals: Map<string, Principal>;

  /** By ARN. */
  readonly managedPolicies = new Map<string, PolicyDocument>(Object.entries(awsPolicies));
  /** Folder by ARN. */
  readonly layers = new Map<string, string>();
  readonly functionPrincipals = new Map<string, Principal>();
  readonly invokePermissions: InvokePermission[] = [];
  readonly eventSources: { readonly queueArn: string; readonly functionName: string }[] = [];
  readonly rules: Rule[] = [];
  readonly httpApis = new Map<string, RehearsedApi>();
  /** What the distribution adds to requests, by its origin's name. */
  readonly originHeaders = new Map<string, readonly (readonly [string, string])[]>();
  /** By id. */
  readonly userPools = new Map<string, UserPool>();
  /** By the ARN of their instance profile. */
  readonly machineRoles = new Map<string, Role>();
  /** By id. */
  readonly launchTemplates = new Map<string, LaunchTemplate>();
  readonly groups: AutoScalingGroups;
  /** What is only checked: its type by its id or ARN. */
  readonly there = new Map<string, string>();

  readonly keptTables: boolean;

  constructor(parts: CloudParts) {
    this.principals = parts.principals;
    this.functions = parts.functions;
    this.admin = parts.admin;
    this.assembly = parts.assembly;
    this.endpointVariables = parts.endpointVariables;
    this.extensionUrl = parts.extensionUrl;
    this.network = parts.network;
    this.machinePrincipals = parts.machinePrincipals;
    this.groups = parts.groups;
    this.keptTables = parts.keptTables;
  }

  /** @throws Error when nothing of this type has this id */
  mustBeThere(id: string, type: string): void {
    if (this.there.get(id) !== type) throw new Error(`there is no ${type} ${id}`);
  }

  httpApi(id: string): RehearsedApi {
    const api = this.httpApis.get(id);
    if (api === undefined) throw new Error(`there is no HTTP API ${id}`);
    return api;
  }

  /** @throws Error in AWS's words for what a service refuses to make because a role may not do that */
  mustBeAllowed(principal: Principal, requests: readonly Omit<IamRequest, "context">[]): void {
    const denial = this.principals.refusal(
      principal,
      requests.map((one) => ({ ...one, context: {} })),
    );
    if (denial !== null) throw new Error(denialText(denial));
  }
}

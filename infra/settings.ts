import type { Node } from "constructs";
import * as z from "zod";
import { BuiltInProvider } from "#shared/contracts/agent/model-settings.ts";
import { tenantThrottle } from "#shared/contracts/farm/api-throttle.ts";
import { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { Stage, usualStage } from "#shared/contracts/values/stage.ts";
import { newTable } from "#shared/rules/aws-quotas.ts";
import { type Scale, scales, usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { wholeSecretArn } from "./config-keys.ts";
import { HostPools } from "./host-pools.ts";
import { machineOutput } from "./machine-output.ts";

/**
 * Names that stand for others in documents (RFC 2606), and such as YOUR-ISSUER or your-tenant.eu.auth0.com: a deployment with one of them
 * would let nobody in. Nor would one whose issuer only a network of your own knows.
 */
const placeholder =
  /(^|\.)example(\.(com|net|org))?$|\.(test|invalid|local|localhost)$|^[^.]*$|(^|\.)(your|my)-?(company|domain|issuer|idp|org|pool|tenant)\b/;

const issuer = z
  .url({ protocol: /^https$/, error: "must be the https address of the token issuer" })
  .refine((url) => !placeholder.test(new URL(url).hostname), {
    error: "must be your own token issuer: this one is a placeholder",
  })
  .describe("whose tokens the API accepts");

/** Of those that Drover knows the ones that ask for a key: what runs on somebody's machine is out of a Lambda's reach. */
const HostedProvider = BuiltInProvider.exclude(["ollama", "vllm"]);

/** It is in the page's policy: nothing but scheme, name and port. */
const httpsOrigin = z
  .string()
  .trim()
  .regex(/^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/, "must be an origin such as https://auth.example.com");

/** Some, with commas between. */
const names = z.string().transform((text) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
);

/** In cdk.json it may be JSON's own. */
const yesOrNo = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")], {
  error: "must be true or false",
});

const numeric = z.coerce.number({ error: "must be a number" });

const atLeast = (least: number) =>
  numeric.int().min(least, `must be at least ${least}, the minimum of every table; leave it out to use that`);

/** What CDK context sets of a deployment (`cdk.json` or `--context name=value`). */
const SettingsFields = z.object({
  /** Tells deployments of one account and region apart. */
  stage: Stage.default(usualStage),
  /** Absent: `cognito` makes one. */
  jwtIssuer: issuer.optional(),
  /** `true`: a user pool of the deployment's own is the issuer. It needs no setting that begins with `jwt` or `console`. */
  cognito: yesOrNo.default(false),
  /** Of that pool: tenants with commas between whose CI signs in by a secret. */
  machineTenants: names.default([]).pipe(
    z.array(TenantId).refine((tenants) => new Set(tenants.map(machineOutput)).size === tenants.length, {
      error: "must name each once, with names that differ in more than the case of the first letter and '-'",
    }),
  ),
  /** Origins with commas between whose pages may ask the API and read artifacts, besides the console's own. */
  apiOrigins: names.default([]).pipe(z.array(httpsOrigin)),
  /** Of the tokens: `aud`, or `client_id` where there is no `aud`. */
  jwtAudience: z.string({ error: "must be the audience of the tokens" }).min(1),
  /** The claim of a token that names the tenant. */
  jwtTenantClaim: TokenRules.shape.tenantClaim,
  /** What the issuer puts before the API's scopes: of a Cognito resource server `drover` it is `drover/`. */
  jwtScopePrefix: TokenRules.shape.scopePrefix,
  defaultModel: z.string({ error: "must be a model id" }).min(1),
  /** Names of model services with commas between; each gets a secret for its key, the first is the usual one. */
  modelProviders: names.default(["anthropic"]).pipe(z.array(HostedProvider).min(1)),
  /** Of the first of them. */
  modelBaseUrl: z.url({ protocol: /^https$/, error: "must be the https address of the model service" }),
  /** Of the functions: with `debug` each predicted action, with what it types, is in their logs too. */
  logLevel: z.enum(["info", "debug"]).default("info"),
  /** Where alarms go. Absent: to the topic alone. */
  alarmEmail: z.email().optional(),
  alarmWaitingSeconds: numeric.int().min(60).default(3_600),
  alarmModelDollarsPerHour: numeric.positive().default(50),
  /** A collector's, to which functions and the machines of `hostPools` send traces (docs/tracing.md). Absent: that of the project's config, if any. */
  otlpEndpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** The whole ARN of a secret with the headers that the collector wants, as OTEL_EXPORTER_OTLP_HEADERS has them. */
  otlpHeadersSecret: z.string().regex(wholeSecretArn, "must be the complete ARN of a secret").optional(),
  /** The deployment's address in place of CloudFront's own, with its certificate. Its DNS is led to `DomainTarget` by hand. */
  domainName: z
    .string()
    .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
      error: "must be a name in lower-case letters, such as farm.acme.dev, without scheme and path",
    })
    .optional(),
  certificateArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
      error:
        "must be the ARN of a certificate in us-east-1, the only region whose certificates CloudFront accepts: aws acm request-certificate --region us-east-1",
    })
    .optional(),
  /** What one IP address may ask in five minutes before the firewall refuses it. 0: there is no firewall. Usual: what one tenant may ask. */
  firewallRequests: numeric
    .int()
    .max(2_000_000_000)
    .refine((count) => count === 0 || count >= 10, "must be at least 10, or 0 for no firewall")
    .default((tenantThrottle.requests / tenantThrottle.windowSeconds) * 300),
  /** Yes: a key of the deployment's own encrypts what it keeps. */
  createKey: yesOrNo.default(false),
  /** A key of yours does, whose policy lets the services (infra/README.md). */
  kmsKeyArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, {
      error:
        "must be the ARN of a key, not of an alias: aws kms describe-key --key-id alias/<name> --query KeyMetadata.Arn",
    })
    .optional(),
  /** A table that replaces the one that the stack made (docs/operations.md). Absent: that one. */
  restoredTable: z
    .string()
    .regex(/^[\w.-]{3,255}$/, "must be a table's name: 3 to 255 letters, digits, '_', '.' or '-'")
    .optional(),
  /** What Lambda runs at once in the account and region. */
  accountConcurrency: numeric.int().min(10).default(usualAccountConcurrency),
  /** How much of it functions have for themselves (docs/operations.md). `drover deploy` chooses the largest that fits. */
  scale: z.enum(Object.keys(scales) as readonly Scale[]).default("small"),
  /** What the table takes at once, in units a second. Absent: what the jobs need that may think at once. */
  tableWarmReads: atLeast(newTable.readUnitsPerSecond).optional(),
  tableWarmWrites: atLeast(newTable.writeUnitsPerSecond).optional(),
  /** The console's, at the issuer: a public client with the code flow. Absent: people paste a token. */
  consoleClientId: z.string().min(1).optional(),
  /** What the console asks a token for, with blanks between: the scopes of the API too, where the issuer wants them named. */
  consoleScope: z.string().min(1).default("openid offline_access"),
  /** Origins with commas between that the console may ask besides the issuer's own: where its token endpoint lies elsewhere. */
  consoleSignInOrigins: names.default([]).pipe(z.array(httpsOrigin)),
  /** Machines with emulators, by tenant and pool. Absent: hosts are all elsewhere. */
  hostPools: HostPools.default([]),
  /** Drover packed by `npm pack`, which they install; absent: it is packed by the deployment. */
  hostPackage: z.string().min(1).optional(),
  /** Where they stand, with `hostSubnetIds`: subnets from which the internet is reached. Absent: a small network of their own. */
  hostVpcId: z
    .string()
    .regex(/^vpc-[0-9a-f]+$/, "must be a network's id, vpc-…")
    .optional(),
  hostSubnetIds: z
    .string()
    .regex(/^subnet-[0-9a-f]+(,subnet-[0-9a-f]+)*$/, "must be subnets' ids separated by commas, subnet-…")
    .transform((ids) => ids.split(","))
    .optional(),
});

/** Cognito refuses names of sign-in pages that have these words in them, and the stage is in ours. */
const wordsOfCognito = /aws|amazon|cognito/;

const Settings = SettingsFields.superRefine((given, { addIssue }) => {
  const { jwtIssuer, cognito, stage, domainName, certificateArn } = given;
  const fault = (name: string, message: string): void => addIssue({ code: "custom", path: [name], message });
  if (jwtIssuer === undefined && !cognito)
    fault("jwtIssuer", "must be the https address of the token issuer; or create one with cognito=true");
  if (jwtIssuer !== undefined && cognito)
    fault("cognito", "creates an issuer, but jwtIssuer names another one");
  if (domainName !== undefined && certificateArn === undefined)
    fault("certificateArn", "must name the certificate of domainName, in us-east-1");
  if (certificateArn !== undefined && domainName === undefined)
    fault("domainName", "must be the name that certificateArn is for; or leave both out");
  if (given.createKey && given.kmsKeyArn !== undefined)
    fault("createKey", "creates a key, but kmsKeyArn names another one: leave one of them out");
  if (cognito && wordsOfCognito.test(stage)) fault("stage", "must not contain aws, amazon or cognito");
});
export type Settings = z.infer<typeof Settings>;

/** @throws SettingsRefused */
export function readSettings(node: Node): Settings {
  const known = Object.keys(SettingsFields.shape);
  const given = Object.fromEntries(known.map((name) => [name, node.tryGetContext(name) ?? undefined]));
  const parsed = Settings.safeParse(given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const unknown = Object.keys(node.getAllContext()).filter((name) => isOurs(name) && !known.includes(name));
  const faults = [...wrong, ...unknown.map((name) => `${name}: there is no such setting`)];
  if (!parsed.success || faults.length > 0) throw new SettingsRefused(faults);
  return parsed.data;
}

/** CDK's own context has a mark in its names: `aws:cdk:…`, `@aws-cdk/…`, and what its commands note: `cli-telemetry`, `acknowledged-issue-numbers`. */
const isOurs = (name: string): boolean => /^[A-Za-z0-9]+$/.test(name);

/** It names each setting that is missing, wrong or unknown. */
export class SettingsRefused extends Error {
  constructor(faults: readonly string[]) {
    super(
      `The deployment lacks settings; give each with --context name=value or in cdk.json:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
    );
  }
}

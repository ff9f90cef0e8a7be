import { isJsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";
import { isSdkActionService, sdkActionOf, sdkActions } from "./sdk-actions.ts";
import {
  type IntegrationFacts,
  serviceIntegration,
  serviceIntegrations,
  waitable,
} from "./service-integrations.ts";

export type WorkflowType = "STANDARD" | "EXPRESS";

/** Actions of the SDK whose arguments the service looks at when the definition is created. */
const checkedActions: Readonly<Record<string, IntegrationFacts>> = {
  "aws-sdk:s3:getObject": { suffixes: waitable, required: ["Bucket", "Key"] },
  "aws-sdk:s3:putObject": { suffixes: waitable, required: ["Bucket", "Key"] },
};

/** Any other action of the SDK: which fields it needs is for the API to say. */
const anySdkAction: IntegrationFacts = { suffixes: waitable, required: [] };

const integrationOf = (name: string): IntegrationFacts | undefined =>
  serviceIntegration(name) ??
  (sdkActionOf(name) === undefined ? undefined : (checkedActions[name] ?? anySdkAction));

const integrationArn = /^arn:aws[a-z-]*:states:::([a-zA-Z0-9:-]+?)((?:\.(?:sync(?::2)?|waitForTaskToken))?)$/;
const functionArn = /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9_-]+(?::[a-zA-Z0-9_$-]+)?$/;
const activityArn = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:activity:[^\s:]+$/;

function validateArguments(
  integration: IntegrationFacts,
  args: JsonValue | undefined,
  location: string,
  findings: Findings,
): void {
  // Without arguments the state's input takes their place; one expression for all is known at run time only.
  if (args === undefined || typeof args === "string") return;
  if (!isJsonObject(args)) {
    findings.schema("Expected value of type [OBJECT] or a JSONata expression", location);
    return;
  }
  const given = Object.keys(args);
  for (const name of integration.required) {
    if (!given.includes(name)) findings.schema(`The field '${name}' is required but was missing`, location);
  }
  if (integration.optional === undefined) return;
  for (const name of given) {
    if (!integration.required.includes(name) && !integration.optional.includes(name)) {
      findings.schema(`The field '${name}' is not supported by Step Functions`, location);
    }
  }
}

function refuse(resource: string, location: string, findings: Findings): void {
  if (!/^arn:aws[a-z-]*:[a-z-]+:/.test(resource)) {
    findings.schema("Value is not a valid resource ARN", location);
    return;
  }
  const unrecognized = `The resource provided ${resource} is not recognized.`;
  if (isSdkActionService(/:aws-sdk:([^:]*):/.exec(resource)?.[1] ?? "")) {
    const why = "The value is not a valid resource ARN, or the resource is not available in this region.";
    findings.schema(`${unrecognized} ${why}`, location);
    return;
  }
  const every = Object.keys(sdkActions).map((service) => `aws-sdk:${service}:*`);
  const known = [...Object.keys(serviceIntegrations), ...every].map((name) => `arn:aws:states:::${name}`);
  findings.schema(
    `${unrecognized} This engine runs Lambda functions, activities and [${known.join(", ")}]`,
    location,
  );
}

/** The `Resource` of a Task state and the `Arguments` that go with it; `location` is the state's. */
export function validateResource(
  resource: JsonValue | undefined,
  args: JsonValue | undefined,
  location: string,
  type: WorkflowType,
  findings: Findings,
): void {
  if (typeof resource !== "string") return; // Reported as a missing field or a wrong type.
  const at = `${location}/Resource`;
  if (functionArn.test(resource)) return;
  if (activityArn.test(resource)) {
    if (type === "EXPRESS") findings.schema("Express state machine does not support Activity ARN", at);
    return;
  }
  const [, name = "", suffix = ""] = integrationArn.exec(resource) ?? [];
  const integration = integrationOf(name);
  if (!integration?.suffixes.includes(suffix)) {
    refuse(resource, at, findings);
    return;
  }
  if (type === "EXPRESS" && suffix !== "") {
    // The blank at the end of one of the two is the service's own.
    const pattern = suffix.startsWith(".sync")
      ? "'.sync' service integration"
      : `'${suffix}' service integration `;
    findings.schema(`Express state machine does not support ${pattern}`, at);
  }
  validateArguments(integration, args, `${location}/Arguments`, findings);
}

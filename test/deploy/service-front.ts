import {
  formUploads,
  jsonRefusal,
  readSignatureClaim,
  s3Refusal as refusal,
  unsignedObjectRefusal,
  verifySignature,
} from "@drover/aws-local";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import type { IamRequest } from "../infra/iam/evaluate-policy.ts";
import { requestsOfCall, type WireCall } from "../infra/iam/requests-of-call.ts";
import { account } from "./account.ts";
import { askedOfGroup } from "./machines/auto-scaling-groups.ts";
import { denialText, type Principals } from "./principals.ts";
import { keepQueuePolicy } from "./resource-policies.ts";

/** As a signature's scope names them. */
export type ServiceName =
  | "s3"
  | "sqs"
  | "dynamodb"
  | "states"
  | "secretsmanager"
  | "scheduler"
  | "autoscaling";
export type Services = Partial<Record<ServiceName, WireService>>;

const clock = (): Date => new Date();
const requestBytes = 64 * 1024 * 1024;

/**
 * All stand-ins at one address, with what AWS has before its services: who signed this, and may they? Which service is meant the
 * signature says.
 */
export function startServiceFront(services: Services, principals: Principals): Promise<LoopbackServer> {
  const objects: WireService = async (request) => services.s3?.(request) ?? denied("s3", "there is no S3");
  const forms = { keys: principals.keys, region: account.region, clock };
  return startLoopbackServer({
    answer: formUploads(forms, objects, signedCalls(services, principals)),
    port: 0,
    bodyLimitBytes: requestBytes,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
}

const signedCalls =
  (services: Services, principals: Principals): WireService =>
  async (request) => {
    const claim = readSignatureClaim(request);
    if (typeof claim === "string" || !isService(claim.service, services)) return jsonRefusal(403)("missing");
    const name = claim.service;
    const rules = { keys: principals.keys, region: account.region, services: [name], clock };
    const verdict = await verifySignature(request, rules);
    if (verdict.fault !== null)
      return name === "s3" ? unsignedObjectRefusal(verdict.fault) : jsonRefusal(400)(verdict.fault);
    const principal = principals.sessionOf(claim.accessKeyId);
    if (principal === undefined) return jsonRefusal(400)("unknownKey");
    const denial = principals.refusal(principal, askedOf(name, verdict.request));
    const service = services[name];
    if (denial !== null || service === undefined)
      return denied(name, denial === null ? "there is no such service" : denialText(denial));
    const answer = await service(verdict.request);
    if (name === "sqs" && answer.status === 200)
      keepQueuePolicy(principals.resourcePolicies, JSON.parse(verdict.request.body.toString("utf8")));
    return answer;
  };

const isService = (name: string, services: Services): name is ServiceName => Object.hasOwn(services, name);

/** What a call of a service needs leave for. */
export const askedOf = (
  service: ServiceName,
  { method, path, query, headers, body }: WireRequest,
): readonly IamRequest[] =>
  service === "autoscaling"
    ? askedOfGroup(body.toString("utf8"))
    : requestsOfCall({
        service: callNames[service],
        method,
        url: query === "" ? path : `${path}?${query}`,
        headers,
        // An object's bytes ask for nothing.
        body: method === "PUT" && service === "s3" ? "" : body.toString("utf8"),
      });

const callNames: Readonly<Record<Exclude<ServiceName, "autoscaling">, WireCall["service"]>> = {
  s3: "s3",
  sqs: "sqs",
  dynamodb: "dynamodb",
  states: "sfn",
  secretsmanager: "secretsManager",
  scheduler: "scheduler",
};

function denied(service: ServiceName, message: string): WireResponse {
  if (service === "s3") return refusal(403, "AccessDenied", message);
  const code = "AccessDeniedException";
  return {
    status: service === "sqs" ? 403 : 400,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": code },
    body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, message }),
  };
}

import {
  paginateListAWSDefaultServiceQuotas,
  paginateListServiceQuotas,
  type ServiceQuota,
  type ServiceQuotasClient,
} from "@aws-sdk/client-service-quotas";
import type { Vcpus } from "./vcpus-of.ts";

/** A quota that bounds a deployment. `least`: below it a farm of a hundred devices is slower than its devices. */
interface Watched {
  readonly service: "states" | "sqs" | "cognito-idp" | "ec2";
  readonly name: RegExp;
  readonly least: number;
  /** By others, so that so much less is left of it. */
  readonly used?: number;
  readonly why: string;
}

/** AWS gives new accounts less of the first two, and raises them by use. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const watched = ({ vcpus, used, userPools }: Needs): readonly Watched[] => [
  {
    service: "states",
    name: /^StartExecution throttle token refill rate per second/,
    least: 100,
    why: "a batch starts at most this many jobs a second",
  },
  {
    service: "states",
    name: /^StateTransition throttle token refill rate per second/,
    least: 500,
    why: "a step of a job takes five state transitions, so all jobs together make a fifth of this number of steps a second",
  },
  {
    service: "sqs",
    name: /in-?flight messages per standard queue/i,
    least: 1_000,
    why: "each busy device holds a message",
  },
  {
    service: "cognito-idp",
    name: /^User pools per (account|region)/i,
    least: userPools,
    why: "cognito=true creates a user pool",
  },
  {
    service: "ec2",
    name: /^Running On-Demand Standard/,
    least: vcpus.onDemand,
    used: used.onDemand,
    why: "the machines of hostPools need this many vCPUs",
  },
  {
    service: "ec2",
    name: /^All Standard .*Spot Instance Requests/,
    least: vcpus.spot,
    used: used.spot,
    why: "the spot machines of hostPools need this many vCPUs",
  },
];

export interface QuotaFinding {
  readonly text: string;
  readonly link: string;
}

export const quotaLink = (region: string, service: string, code: string): string =>
  `https://${region}.console.aws.amazon.com/servicequotas/home/services/${service}/quotas/${code}`;

/** What the templates make. */
interface Needs {
  /** Of all machines of hostPools together. */
  readonly vcpus: Vcpus;
  /** By machines of others in the account and region. */
  readonly used: Vcpus;
  readonly userPools: number;
}

/** The quotas that are lower than the deployment needs, with what each bounds. */
export async function lowQuotas(
  client: ServiceQuotasClient,
  { region, ...needed }: Needs & { readonly region: string },
): Promise<readonly QuotaFinding[]> {
  const needs = watched(needed).filter(({ least }) => least > 0);
  const found: QuotaFinding[] = [];
  for (const service of new Set(needs.map((need) => need.service))) {
    const ofService = needs.filter((need) => need.service === service);
    const quotas = await quotasOf(client, service, ofService);
    for (const { name, least, used = 0, why } of ofService)
      for (const { QuotaName = "", QuotaCode = "", Value = Number.POSITIVE_INFINITY } of quotas) {
        if (!name.test(QuotaName) || Value - used >= least) continue;
        const taken = used === 0 ? "" : `, ${used} of which other machines use`;
        const text = `${QuotaName} is ${Value}${taken}, and ${least} are needed: ${why}.`;
        found.push({ text, link: quotaLink(region, service, QuotaCode) });
      }
  }
  return found;
}

/** Those that the account has of its own, and AWS's defaults for what is not among them: it is listed only once it was changed. */
async function quotasOf(
  client: ServiceQuotasClient,
  ServiceCode: string,
  wanted: readonly Watched[],
): Promise<readonly ServiceQuota[]> {
  const applied: ServiceQuota[] = [];
  for await (const { Quotas = [] } of paginateListServiceQuotas({ client }, { ServiceCode }))
    applied.push(...Quotas);
  const isThere = ({ name }: Watched): boolean => applied.some(({ QuotaName = "" }) => name.test(QuotaName));
  if (wanted.every(isThere)) return applied;
  const codes = new Set(applied.map(({ QuotaCode }) => QuotaCode));
  for await (const { Quotas = [] } of paginateListAWSDefaultServiceQuotas({ client }, { ServiceCode }))
    applied.push(...Quotas.filter(({ QuotaCode }) => !codes.has(QuotaCode)));
  return applied;
}

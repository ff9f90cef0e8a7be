import {
  paginateListServiceQuotas,
  type ServiceQuota,
  type ServiceQuotasClient,
} from "@aws-sdk/client-service-quotas";

/** A quota that bounds a deployment. `least`: below it a farm of a hundred devices is slower than its devices. */
interface Watched {
  readonly service: "states" | "sqs" | "cognito-idp" | "ec2";
  readonly name: RegExp;
  readonly least: number;
  readonly why: string;
}

/** AWS gives new accounts less of the first two, and raises them by use. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const watched = ({ vcpus, userPools }: Needs): readonly Watched[] => [
  {
    service: "states",
    name: /^StartExecution throttle token refill rate per second/,
    least: 100,
    why: "a batch starts at most so many jobs a second",
  },
  {
    service: "states",
    name: /^StateTransition throttle token refill rate per second/,
    least: 500,
    why: "a step of a job takes five state transitions, so that jobs do a fifth of it in steps a second",
  },
  {
    service: "sqs",
    name: /in-?flight messages per standard queue/i,
    least: 1_000,
    why: "each device that works holds a message",
  },
  {
    service: "cognito-idp",
    name: /^User pools per (account|region)/i,
    least: userPools,
    why: "cognito=true makes a user pool",
  },
  {
    service: "ec2",
    name: /^Running On-Demand Standard/,
    least: vcpus,
    why: "the machines of hostPools take so many vCPUs",
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
  readonly vcpus: number;
  readonly userPools: number;
}

/** The quotas that are lower than the deployment needs, with what each bounds. */
export async function lowQuotas(
  client: ServiceQuotasClient,
  { region, ...needed }: Needs & { readonly region: string },
): Promise<readonly QuotaFinding[]> {
  const needs = watched(needed);
  const services = [...new Set(needs.map(({ service }) => service))];
  const quotas = new Map<string, readonly ServiceQuota[]>();
  for (const service of services) {
    const found: ServiceQuota[] = [];
    for await (const { Quotas = [] } of paginateListServiceQuotas({ client }, { ServiceCode: service }))
      found.push(...Quotas);
    quotas.set(service, found);
  }
  return needs.flatMap(({ service, name, least, why }) =>
    (quotas.get(service) ?? [])
      .filter(({ QuotaName = "", Value = least }) => name.test(QuotaName) && Value < least)
      .map(({ QuotaName, QuotaCode = "", Value }) => ({
        text: `${QuotaName} is ${Value}, and ${least} are wanted: ${why}.`,
        link: quotaLink(region, service, QuotaCode),
      })),
  );
}

import type { Operator } from "../farm/operator.ts";
import type { Invariant, Observed } from "./invariant.ts";

/** What a tenant lists; jobs of another one must not be named in it. */
const lists = ["/v1/jobs?limit=100", "/v1/tasks", "/v1/devices", "/v1/hosts", "/v1/errors"];
/** What a tenant may try with a job of another one: there is none. */
const tries: readonly (readonly [method: string, path: string])[] = [
  ["GET", ""],
  ["GET", "/steps"],
  ["GET", "/artifacts"],
  ["GET", "/events"],
  ["POST", "/cancel"],
];

const jobsOf = ({ tenantId }: Operator, { jobs, farm }: Observed, isOwn: boolean): readonly string[] =>
  [...jobs.keys()].filter((jobId) => (farm.cloud.ownerOf(jobId) === tenantId) === isOwn);

async function listedWrong(operator: Operator, seen: Observed): Promise<string[]> {
  const found: string[] = [];
  const others = jobsOf(operator, seen, false);
  for (const path of lists) {
    const answer = await operator.ask("GET", path);
    const text = JSON.stringify(answer?.body);
    if (answer?.status !== 200) found.push(`${operator.tenantId} asked ${path} and got ${answer?.status}`);
    const other = others.find((jobId) => text.includes(jobId));
    if (other !== undefined) found.push(`${operator.tenantId} sees another tenant's job/${other} in ${path}`);
    const own = jobsOf(operator, seen, true).find((jobId) => !text.includes(jobId));
    if (path.startsWith("/v1/jobs") && own !== undefined)
      found.push(`${operator.tenantId} does not see its own job/${own}`);
  }
  return found;
}

async function answeredWrong(operator: Operator, seen: Observed): Promise<string[]> {
  const found: string[] = [];
  const [other] = jobsOf(operator, seen, false);
  if (other === undefined) return found;
  for (const [method, rest] of tries) {
    const answer = await operator.ask(method, `/v1/jobs/${other}${rest}`, method === "GET" ? undefined : {});
    if (answer?.status !== 404)
      found.push(`${operator.tenantId} asked ${method} ${rest} of job/${other} and got ${answer?.status}`);
  }
  return found;
}

/** Whatever a tenant lists, reads, cancels or works on is its own. */
export const tenantsApart = (): Invariant => ({
  name: "tenants never mix",
  heard: ({ message, answer, jobId, deviceId }, { farm, host }) => {
    const owner = farm.cloud.owners.get(String(jobId));
    const isWork = message === "action" || (message === "lease" && answer === "taken");
    return isWork && owner !== undefined && owner !== host.tenantId
      ? [`${owner}'s job/${jobId} is on ${deviceId} of ${host.tenantId}`]
      : [];
  },
  during: ({ jobs, farm }) =>
    [...jobs].flatMap(([jobId, job]) =>
      job === null || job.tenantId === farm.cloud.ownerOf(jobId)
        ? []
        : [`job/${jobId} of ${farm.cloud.ownerOf(jobId)} is ${job.tenantId}'s`],
    ),
  async after(seen) {
    const found: string[] = [];
    for (const operator of seen.farm.operators)
      found.push(...(await listedWrong(operator, seen)), ...(await answeredWrong(operator, seen)));
    return found;
  },
});

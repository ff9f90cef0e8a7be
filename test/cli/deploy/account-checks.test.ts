import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { AutoScalingClient } from "@aws-sdk/client-auto-scaling";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fittingSettings } from "#cli/deploy/check-account.ts";
import { chooseScale, readLambdaRoom } from "#cli/deploy/choose-scale.ts";
import { lowQuotas } from "#cli/deploy/low-quotas.ts";
import { usedVcpus } from "#cli/deploy/used-vcpus.ts";
import { noVcpus, vcpusOf } from "#cli/deploy/vcpus-of.ts";
import { deploymentSettings } from "#shared/config/deployment-settings.ts";

/** Function → its reserved executions. */
let reserved: Readonly<Record<string, number>>;
let limit: number;
/** Service → its quotas that were ever changed for the account. */
let quotas: Readonly<Record<string, readonly object[]>>;
/** Service → AWS's own for every account. */
let defaults: Readonly<Record<string, readonly object[]>>;
/** Auto Scaling groups, each as `<member>…`. */
let groups: readonly string[];
let server: Server;
let dir: string;

const quota = (QuotaName: string, Value: number, QuotaCode = "L-1") => ({
  QuotaName,
  Value,
  QuotaCode,
});

const group = (stage: string | undefined, types: readonly string[], onDemandPercent?: number) => `<member>
  <Instances>${types.map((type) => `<member><InstanceType>${type}</InstanceType></member>`).join("")}</Instances>
  <Tags>${stage === undefined ? "" : `<member><Key>drover:stage</Key><Value>${stage}</Value></member>`}</Tags>
  ${
    onDemandPercent === undefined
      ? ""
      : `<MixedInstancesPolicy><InstancesDistribution><OnDemandPercentageAboveBaseCapacity>${onDemandPercent}</OnDemandPercentageAboveBaseCapacity></InstancesDistribution></MixedInstancesPolicy>`
  }
</member>`;

/** The calls of Lambda's API (REST), of Service Quotas' (JSON 1.1) and of Auto Scaling's (Query) that a deployment makes, answered as AWS documents them. */
function answer({ method, url = "", headers }: IncomingMessage, body: string): object | string {
  if (body.startsWith("Action=DescribeAutoScalingGroups&"))
    return `<DescribeAutoScalingGroupsResponse><DescribeAutoScalingGroupsResult><AutoScalingGroups>${groups.join("")}</AutoScalingGroups></DescribeAutoScalingGroupsResult></DescribeAutoScalingGroupsResponse>`;
  const { pathname } = new URL(url, "http://aws");
  const used = Object.values(reserved).reduce((sum, count) => sum + count, 0);
  if (pathname === "/2016-08-19/account-settings")
    return { AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: limit - used } };
  if (pathname === "/2015-03-31/functions")
    return { Functions: Object.keys(reserved).map((FunctionName) => ({ FunctionName })) };
  const [, name = ""] = /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/.exec(pathname) ?? [];
  if (name !== "") return { ReservedConcurrentExecutions: reserved[name] };
  const [, call] = /^ServiceQuotasV20190624\.(\w+)$/.exec(String(headers["x-amz-target"])) ?? [];
  const lists = { ListServiceQuotas: quotas, ListAWSDefaultServiceQuotas: defaults };
  const list = Object.entries(lists).find(([name]) => name === call)?.[1];
  if (list !== undefined) return { Quotas: list[JSON.parse(body).ServiceCode] ?? [] };
  throw new Error(`${method} ${url} is not asked`);
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-deploy-"));
  server = createServer(async (request, response) => {
    const found = answer(request, await text(request));
    if (typeof found === "string") response.setHeader("content-type", "text/xml").end(found);
    else response.setHeader("content-type", "application/json").end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  limit = 1_000;
  reserved = {};
  quotas = {};
  defaults = {};
  groups = [];
});
afterEach(() => vi.unstubAllEnvs());

const endpoint = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const aws = () => ({
  endpoint: endpoint(),
  region: "us-east-1",
  credentials: { accessKeyId: "AKIA", secretAccessKey: "secret" },
});
const room = () => readLambdaRoom(new LambdaClient(aws()), "prod");
const link = "https://console.aws/quota";
const needs = { region: "us-east-1", vcpus: noVcpus, used: noVcpus, userPools: 0 };

it.each([
  ["a usual account", 1_000, {}, "large"],
  ["an account where another deployment is large", 1_000, { "Drover-test-Api": 774 }, "small"],
  ["one where another is medium", 1_000, { "Drover-test-Api": 189 }, "medium"],
  ["an update of a large deployment", 1_000, { "Drover-prod-Api": 500, "Drover-prod-Job": 274 }, "large"],
  ["a new account with ten", 10, {}, "small"],
])("[fault D27] %s gets the largest scale that fits", async (_, executions, already, scale) => {
  limit = executions;
  reserved = already;
  expect(chooseScale(await room(), undefined, link)).toBe(scale);
});

it("[fault D27] a scale that Lambda would refuse is refused with what fits and where to ask for more", async () => {
  reserved = { "Drover-test-Api": 774 };
  const chosen = room().then((found) => chooseScale(found, "large", link));
  await expect(chosen).rejects.toThrow(
    /^The setting scale=large does not fit: it reserves 774 .* and 126 of 1000 can be reserved .*https:\/\/console\.aws\/quota or deploy with --context scale=small\.$/,
  );
});

it("[fault D27] quotas below what the templates need are named with what they bound and a link", async () => {
  quotas = {
    states: [
      quota("StartExecution throttle token refill rate per second", 25),
      quota("StateTransition throttle token refill rate per second", 5_000),
    ],
    ec2: [quota("Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances", 5)],
  };
  const client = new ServiceQuotasClient(aws());
  const found = await lowQuotas(client, { ...needs, vcpus: { onDemand: 16, spot: 0 } });
  expect(found.map(({ text: said }) => said)).toEqual([
    "StartExecution throttle token refill rate per second is 25, and 100 are needed: a batch starts at most this many jobs a second.",
    expect.stringMatching(/^Running On-Demand Standard .* is 5, and 16 are needed/),
  ]);
  expect(found[0]?.link).toBe(
    "https://us-east-1.console.aws.amazon.com/servicequotas/home/services/states/quotas/L-1",
  );
});

it("[fault D27] a quota that was never changed is AWS's default, which the account does not list as its own", async () => {
  const [spot, pools] = [
    quota("All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests", 5),
    quota("User pools per account", 0),
  ];
  const raised = quota("Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances", 64, "L-1216C47A");
  quotas = { ec2: [raised] };
  defaults = { ec2: [{ ...raised, Value: 5 }, spot], "cognito-idp": [pools] };
  const wanted = { ...needs, vcpus: { onDemand: 64, spot: 8 }, userPools: 1 };
  const found = await lowQuotas(new ServiceQuotasClient(aws()), wanted);
  expect(found.map(({ text: said }) => said)).toEqual([
    "User pools per account is 0, and 1 are needed: cognito=true creates a user pool.",
    "All Standard (A, C, D, H, I, M, R, T, Z) Spot Instance Requests is 5, and 8 are needed: the spot machines of hostPools need this many vCPUs.",
  ]);
});

it("[fault D27] what machines of others take is no longer there for the deployment", async () => {
  quotas = { ec2: [quota("Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances", 64)] };
  const client = new ServiceQuotasClient(aws());
  const asked = { ...needs, vcpus: { onDemand: 32, spot: 0 } };
  const said = async (onDemand: number) =>
    (await lowQuotas(client, { ...asked, used: { onDemand, spot: 0 } })).map((found) => found.text);
  expect(await said(32)).toEqual([]);
  expect(await said(33)).toEqual([
    expect.stringMatching(/ is 64, 33 of which other machines use, and 32 are needed/),
  ]);
});

it("counts the machines of other Auto Scaling groups, and not the deployment's own", async () => {
  groups = [
    group("prod", ["m8i.2xlarge"]),
    group("beta", ["m8i.2xlarge", "c8i.xlarge"]),
    group(undefined, ["t3.large", "p5.48xlarge"]),
    group(undefined, ["r7i.4xlarge"], 0),
  ];
  const used = await usedVcpus(new AutoScalingClient(aws()), "prod");
  expect(used).toEqual({ onDemand: 8 + 4 + 2, spot: 16 });
});

it.each([
  [
    "its stage, whose own reservations are counted as its own",
    { stage: "test" },
    ["scale=large", "accountConcurrency=1000"],
  ],
  ["its scale, which is kept", { stage: "test", scale: "small" }, ["accountConcurrency=1000"]],
  ["a number, which is kept", { stage: "test", accountConcurrency: 5_000 }, ["scale=large"]],
])("[fault D27] cdk.json says %s", async (_, context, expected) => {
  vi.stubEnv("AWS_ENDPOINT_URL", endpoint());
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  reserved = { "Drover-test-Api": 774 };
  const cdkJson = JSON.stringify({ app: "node", output: "cdk.out", context });
  const given = deploymentSettings([], cdkJson).context;
  expect(await fittingSettings(given, { profile: undefined })).toEqual(expected);
});

it("[fault D27] the command line goes before cdk.json", () => {
  const cdkJson = JSON.stringify({ output: "cdk.out", context: { stage: "test", cognito: true } });
  expect(deploymentSettings(["stage=beta", "jwtIssuer=https://a.dev/?x=1"], cdkJson)).toEqual({
    output: "cdk.out",
    context: { stage: "beta", cognito: true, jwtIssuer: "https://a.dev/?x=1" },
  });
});

it("counts the vCPUs of all machines that the groups may have, spot machines apart", () => {
  const group = (MaxSize: string, Ref: string) => ({
    Type: "AWS::AutoScaling::AutoScalingGroup",
    Properties: { MaxSize, LaunchTemplate: { LaunchTemplateId: { Ref } } },
  });
  const machine = (InstanceType: string, options: object = {}) => ({
    Type: "AWS::EC2::LaunchTemplate",
    Properties: { LaunchTemplateData: { InstanceType, ...options } },
  });
  const resources = {
    A: machine("m8i.2xlarge"),
    B: machine("c8i.metal-48xl"),
    C: machine("m7i.metal-24xl", { InstanceMarketOptions: { MarketType: "spot" } }),
    GroupA: group("3", "A"),
    GroupB: group("1", "B"),
    GroupC: group("9", "C"),
  };
  expect(vcpusOf(resources)).toEqual({ onDemand: 3 * 8 + 192, spot: 9 * 96 });
});

it("[fault D27] drover deploy says that a scale does not fit before it makes anything", async () => {
  reserved = { "Drover-test-Api": 774 };
  const output = path.join(dir, "templates");
  const args = ["deploy", "--output", output, "-c", "scale=large", "-c", "cognito=true"];
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: endpoint(),
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "AKIA",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
    execFile(process.execPath, [path.resolve("bin/drover.js"), ...args], { env }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    ),
  );
  expect(stderr).toContain("scale=large does not fit: it reserves 774");
  expect(code).toBe(10);
  await expect(readdir(output)).rejects.toThrow("ENOENT");
});

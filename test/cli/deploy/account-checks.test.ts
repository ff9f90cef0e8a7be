import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chooseScale, readLambdaRoom } from "#cli/deploy/choose-scale.ts";
import { lowQuotas } from "#cli/deploy/low-quotas.ts";
import { vcpusOf } from "#cli/deploy/vcpus-of.ts";

/** Function → its reserved executions. */
let reserved: Readonly<Record<string, number>>;
let limit: number;
/** Service → its quotas. */
let quotas: Readonly<Record<string, readonly object[]>>;
let server: Server;
let dir: string;

const quota = (QuotaName: string, Value: number) => ({ QuotaName, Value, QuotaCode: "L-1" });

/** The calls of Lambda's API (REST) and of Service Quotas' (JSON 1.1) that a deployment makes, answered as AWS documents them. */
async function answer(method: string, target: string, body: string): Promise<object> {
  const { pathname } = new URL(target, "http://aws");
  const used = Object.values(reserved).reduce((sum, count) => sum + count, 0);
  if (pathname === "/2016-08-19/account-settings")
    return { AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: limit - used } };
  if (pathname === "/2015-03-31/functions")
    return { Functions: Object.keys(reserved).map((FunctionName) => ({ FunctionName })) };
  const [, name = ""] = /^\/2019-09-30\/functions\/([^/]+)\/concurrency$/.exec(pathname) ?? [];
  if (name !== "") return { ReservedConcurrentExecutions: reserved[name] };
  if (method === "POST") return { Quotas: quotas[JSON.parse(body).ServiceCode] ?? [] };
  throw new Error(`${method} ${target} is not asked`);
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-deploy-"));
  server = createServer(async (request, response) => {
    const found = await answer(request.method ?? "", request.url ?? "", await text(request));
    response.setHeader("content-type", "application/json").end(JSON.stringify(found));
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
});

const endpoint = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const aws = () => ({
  endpoint: endpoint(),
  region: "us-east-1",
  credentials: { accessKeyId: "AKIA", secretAccessKey: "secret" },
});
const room = () => readLambdaRoom(new LambdaClient(aws()), "prod");
const link = "https://console.aws/quota";

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
  const found = await lowQuotas(client, { region: "us-east-1", vcpus: 16, userPools: 0 });
  expect(found.map(({ text: said }) => said)).toEqual([
    "StartExecution throttle token refill rate per second is 25, and 100 are wanted: a batch starts at most so many jobs a second.",
    expect.stringMatching(/^Running On-Demand Standard .* is 5, and 16 are wanted/),
  ]);
  expect(found[0]?.link).toBe(
    "https://us-east-1.console.aws.amazon.com/servicequotas/home/services/states/quotas/L-1",
  );
});

it("counts the vCPUs of every on-demand machine that the groups may have", () => {
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
  expect(vcpusOf(resources)).toBe(3 * 8 + 192);
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

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";
import { commandGroups } from "#cli/commands.ts";
import { type ChildPart, startChildPart } from "#local/child-part.ts";
import { defined } from "#shared/values/defined.ts";
import { startHttpServer } from "../shared/mcp/start-tool-servers.ts";
import { withDenial, withoutAction, withoutVariable, withResource } from "./change-template.ts";
import type { SynthesisedStack } from "./cloudformation/template.ts";
import { clientOf, deployFarm, startMachine } from "./deployed-farm.ts";
import type { ConcurrencyRoom } from "./lambda/deployed-functions.ts";
import { commandsInReadme, outputsInReadme } from "./readme-names.ts";
import type { Rehearsal } from "./rehearse.ts";
import { rehearsedKinds } from "./rehearsed-kinds.ts";
import * as work from "./rehearsed-work.ts";
import { type Assemblies, synthesise } from "./synthesise.ts";

let dir: string;
let assemblies: Assemblies;
let model: ChildPart;
let tools: Awaited<ReturnType<typeof startHttpServer>>;
let rehearsal: Rehearsal | undefined;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-rehearsal-"));
  assemblies = await synthesise(dir, inject("bundles"));
  const scenario = path.join(dir, "scenario.json");
  await writeFile(scenario, JSON.stringify(work.script));
  const logDirectory = path.join(dir, "logs");
  model = await startChildPart({
    name: "model",
    arguments: ["model", "--scenario", scenario],
    logDirectory,
  });
  tools = await startHttpServer();
}, 300_000);
afterEach(async () => {
  await rehearsal?.close();
  rehearsal = undefined;
});
afterAll(async () => {
  await model?.stop();
  await tools?.close();
  await rm(dir, { recursive: true });
});

let deployments = 0;

async function deployed(
  which: keyof Assemblies,
  change?: (stack: SynthesisedStack) => SynthesisedStack,
  concurrency: Partial<ConcurrencyRoom> = {},
): Promise<Rehearsal> {
  deployments += 1;
  const own = path.join(dir, `deployment-${deployments}`);
  rehearsal = await deployFarm(
    { dir: own, model, toolUrl: tools.url },
    assemblies[which],
    defined({ change, concurrency }),
  );
  return rehearsal;
}

it("the templates as they are synthesised do everything that a farm does, with the bundles, variables and policies that they name", async () => {
  const one = await deployed("whole");
  const api = await clientOf(one);

  // Before there is a machine: what broke off is ended by the rule, and what was lost waits anew.
  expect(await work.stopExecutionOfJob(one)).toMatchObject({ outcome: "inconclusive" });
  const [ended] = await Promise.all(one.events.deliveries);
  expect(ended).toMatchObject({ failed: false, payload: '{"end":"ended"}' });
  const lost = await work.loseCommandOfJob(one);

  await using _machine = await startMachine(one, path.join(dir, "machine"));
  expect(await work.jobEnded(one, lost)).toMatchObject({
    outcome: "succeeded",
    outcomeReason: "Every validator passed.",
  });
  const { items } = await api.artifacts(lost);
  for (const { links } of items.slice(0, 2))
    for (const link of Object.values(links)) expect((await fetch(link)).status).toBe(200);
  expect(await work.superviseJob(one)).toMatchObject({ outcome: "succeeded" });
  expect(await work.runBatch(one)).toMatchObject({
    status: "finished",
    counts: { outcomes: { succeeded: 2 } },
  });
  expect(await work.runSchedule(one)).toMatchObject({
    status: "finished",
    figures: { runs: 1, successes: 1 },
    changes: { broken: 0 },
  });
  const parts = await work.runJob(one, { task: "Turn on Bluetooth and turn on airplane mode", workflow: {} });
  expect(parts).toMatchObject({ outcome: "succeeded", taskSteps: [{}, {}] });
  expect(await work.runRoles(one)).toMatchObject({ outcome: "succeeded" });
  expect(await work.recover(one)).toMatchObject({ outcome: "recovered", jobOutcome: "succeeded" });

  // A deployment calls nobody on its own machine, however the name is spelt.
  expect(await work.testWebhook(one, "https://localhost:9/")).toMatchObject({
    status: "failed",
    attempts: [{ error: expect.stringContaining("not an address on the public internet") }],
  });

  for (const called of await one.events.runSchedules()) expect(called).toMatchObject({ failed: false });
  expect(one.cloud.groups.completed).toEqual(["drover_prod_acme_default drover-host-prepared i-0abc"]);
  expect(one.denied).toEqual([]);
  expect(one.cloud.functions.neverCalled()).toEqual([]);
  // What every step asks is read by its function's start.
  for (const part of ["job-repository", "step-repository", "semantic-ui-tree"])
    expect(readByCalls(one, "PredictAction")).not.toContain(part);
});

it("the user pool's tokens name the tenant that its trigger finds, and whoever has none gets none", async () => {
  const one = await deployed("whole");
  const asked = (token: string) =>
    fetch(`${one.apiUrl}/v1/farm`, { headers: { authorization: `Bearer ${token}` } });
  const ada = await one.tokens.ofPerson("ada", { "custom:tenant": "acme" });
  expect((await asked(ada)).status).toBe(200);
  await expect(one.tokens.ofPerson("eve", {})).rejects.toThrow("eve belongs to no tenant");
  await expect(one.tokens.ofMachine("other")).rejects.toThrow("no client");
});

it("the API is available at the deployment's address alone, and at API Gateway's own nobody, with or without a token", async () => {
  const one = await deployed("bare");
  const headers = { authorization: `Bearer ${await one.tokens.ofMachine("acme")}` };
  const guessed = { ...headers, "x-drover-origin": "guessed" };
  for (const asked of [{ headers }, { headers: guessed }]) {
    expect((await fetch(`${one.apiUrl}/v1/farm`, asked)).status).toBe(200);
    const refused = await fetch(`${one.gatewayUrl}/v1/farm`, asked);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("not at API Gateway's") });
  }
  expect((await fetch(`${one.apiUrl}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${one.gatewayUrl}/openapi.json`)).status).toBe(403);
});

it("[fault D27] Lambda refuses a large deployment in a new account, and beside another one", async () => {
  const refused = "below its minimum value of [100]";
  await expect(deployed("whole", undefined, { limit: 10 })).rejects.toThrow(refused);
  await expect(deployed("whole", undefined, { reservedElsewhere: 774 })).rejects.toThrow(refused);
});

it("[fault D27] a bare deployment fits into a new account, and takes the tokens of somebody's issuer", async () => {
  const one = await deployed("bare", undefined, { limit: 10 });
  expect(await (await clientOf(one)).pools()).toMatchObject({ items: [{ pool: "default" }] });
});

/** The parts of a function's bundle that were read after its start, without what makes their names unique. */
const readByCalls = ({ cloud }: Rehearsal, state: string): readonly string[] =>
  [...cloud.functions.readByCalls]
    .flatMap(([name, files]) => (name.includes(`-${state}`) ? [...files] : []))
    .map((file) => path.basename(file).replace(/-[^-]*\.mjs$/, ""))
    .sort();

it("a permission that is taken away is named, as AWS would refuse it", async () => {
  const one = await deployed("bare", withoutAction("ApiRoleDefaultPolicy", "states:StartExecution"));
  await expect(work.runJob(one)).rejects.toThrow();
  expect(one.denied).toContainEqual({
    principal: expect.stringMatching(/assumed-role\/.*ApiRole/),
    action: "states:StartExecution",
    resource: expect.stringMatching(/:stateMachine:.*Job/),
    why: "refused",
  });
});

it("a bucket's policy forbids what the role of whoever signed an upload would let", async () => {
  const one = await deployed("bare", withDenial("AWS::S3::BucketPolicy", "Artifacts", "s3:PutObject"));
  const { response } = await work.uploadManifest(one, "{}\n");
  expect(response.status).toBe(403);
  expect(one.denied).toContainEqual({
    principal: expect.stringMatching(/assumed-role\/.*ApiRole/),
    action: "s3:PutObject",
    resource: expect.stringMatching(/\/uploads\//),
    why: "denied",
  });
});

it("a variable that is taken away is named by the job that needed it", async () => {
  const one = await deployed("bare", withoutVariable("PrepareJob", "DROVER_MODEL_PROVIDERS"));
  const ended = await work.runJob(one);
  expect(ended.outcome).toBe("inconclusive");
  expect(ended.outcomeReason).toContain("DROVER_MODEL_PROVIDERS");
});

it("infra/README.md names outputs that the templates print, and commands that there are", () => {
  const printed = assemblies.whole.stacks.flatMap(({ template }) => Object.keys(template.Outputs));
  expect(outputsInReadme.length).toBeGreaterThan(5);
  expect(outputsInReadme.filter((name) => !printed.includes(name))).toEqual([]);
  const commands = Object.values(commandGroups).flatMap((group) => Object.keys(group));
  expect(commandsInReadme.filter((name) => !commands.includes(name))).toEqual([]);
});

it("test/deploy/kinds.md says of every kind in the templates what a rehearsal does with it", async () => {
  await expect(rehearsedKinds(Object.values(assemblies))).toMatchFileSnapshot("kinds.md");
});

it("a resource of a kind that is neither made nor passed over for a stated reason stops the rehearsal by name", async () => {
  const unknown = withResource(/Storage$/, "Cache", "AWS::ElastiCache::CacheCluster");
  await expect(deployed("bare", unknown)).rejects.toThrow(
    "a rehearsal cannot make Cache (AWS::ElastiCache::CacheCluster)",
  );
});

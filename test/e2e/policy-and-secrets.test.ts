import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { callRoute } from "../../cli/call-route.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, startUpIn } from "./drover-process.ts";

const contacts = "com.android.contacts";
const signIn = "Keep {{secret:door}} as a contact's name";
const correct = "Begin a contact called {{secret:door}} and correct the name";
const lookUp = "Look up who is called Ada";
const end = { action: "FINISH", status: "success", summary: "Done." };

/** What a model chooses for the one task and for the other; elements by the numbers that the screens give them. */
const script = [
  { task: signIn, reply: { action: "open_app", app: contacts } },
  { task: signIn, reply: { action: "tap", element: 3 } },
  { task: signIn, reply: { action: "type_secret", secret: "door", element: 3 } },
  { task: signIn, reply: { action: "tap", element: 2 } },
  { task: signIn, reply: end },
  { task: correct, reply: { action: "open_app", app: contacts } },
  { task: correct, reply: { action: "tap", element: 3 } },
  { task: correct, reply: { action: "type_secret", secret: "door", element: 3 } },
  { task: correct, reply: { action: "key", key: "delete" } },
  { task: correct, reply: { action: "key", key: "delete" } },
  { task: correct, reply: end },
  { task: lookUp, reply: { action: "open_url", url: "http://169.254.169.254/latest/meta-data" } },
  { task: lookUp, reply: { action: "open_app", app: contacts } },
  { task: lookUp, reply: end },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-policy-e2e-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  farm = await startUpIn(environment, dir, "--phones", "1", "--model", model.model);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const run = async (...args: string[]): Promise<JobResponse> => {
  return doneJob(await commandLineHere("run", "--json", "--dir", dir, ...args));
};

it("a secret set from the command line is typed on the phone and checked there, and neither told nor shown", async () => {
  const file = path.join(dir, "door.txt");
  await writeFile(file, "Sesame-4711\n");
  const set = await commandLineHere(
    "secrets",
    "set",
    "door",
    "--package",
    contacts,
    "--from-file",
    file,
    "--dir",
    dir,
  );
  expect(set, set.stderr).toMatchObject({ code: 0 });
  const check = "row:content://com.android.contacts/contacts?display_name={{secret:door}}";
  const job = await run(signIn, "--check", check, "--debug");
  expect(job).toMatchObject({ outcome: "succeeded", judgement: [{ verdict: "passed" }] });
  for (const args of [["show"], ["show", "--json"], ["export", "--as", "json"]]) {
    const { stdout } = await commandLineHere(...args, job.jobId, "--dir", dir);
    expect(stdout).toContain("door");
    expect(stdout).not.toMatch(/sesame/i);
  }
  const { items } = await createApiClient(farm.file).debugRecords(job.jobId);
  const records = await Promise.all(items.map(async ({ links }) => (await fetch(links.record ?? "")).text()));
  expect(records.join("")).toMatch(/input text \[\d+ characters\]/);
  expect(records.join("")).not.toMatch(/sesame/i);
  expect(JSON.stringify(model.requests)).not.toMatch(/sesame/i);
}, 90_000);

/** A duration such as 140.4711959999986 ms has any digits, and so has the time of day. */
const withoutTimes = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value) =>
    typeof value === "number" || /^\d{4}-\d\d-\d\dT/.test(String(value)) ? null : value,
  );

it("what remains of a secret when its last letters were deleted is neither told nor shown", async () => {
  const job = await run(correct, "--debug");
  const { stdout } = await commandLineHere("export", job.jobId, "--dir", dir, "--as", "json");
  expect(stdout.match(/"key": ?"delete"/g)?.length).toBeGreaterThan(1);
  expect(withoutTimes(stdout)).not.toMatch(/sesam|esame|same-|4711|471/i);
  expect(JSON.stringify(model.requests)).not.toMatch(/sesam|esame|same-/i);
  expect(JSON.stringify(model.requests)).toContain("PASSWORD");
}, 90_000);

it("what remains of a secret when its last letters were deleted is not told to an agent outside of the farm", async () => {
  const api = createApiClient(farm.file);
  const agent = { kind: "external", name: "mine" };
  const { jobId } = await api.submit({ task: correct, agent });
  const told: string[] = [];
  const turn = async (): Promise<TurnResponse> => {
    for (;;) {
      const now = await callRoute(farm.file, "readTurn", { id: jobId, query: { wait: 20, tree: "true" } });
      if (now.turn !== null) return now.turn;
    }
  };
  const act = async (...actions: readonly Record<string, unknown>[]) => {
    const { turnId } = await turn();
    const answered = await callRoute(farm.file, "answerTurn", {
      id: jobId,
      turnId,
      query: { wait: 20, tree: "true" },
      body: { actions },
    });
    const next = answered.next?.turn ?? (await turn());
    told.push(JSON.stringify([answered, next]));
    return next;
  };
  await act({ action: "open_app", app: contacts });
  await act({ action: "tap", element: 3 });
  const typed = await act({ action: "type_secret", secret: "door", element: 3 });
  expect(typed.observation.last).toMatchObject({ outcome: { ok: true } });
  for (let count = 0; count < 3; count += 1) {
    const { observation } = await act({ action: "key", key: "delete" }, { action: "key", key: "delete" });
    expect(observation.last).toMatchObject({ outcome: { ok: true } });
    expect(observation.elementText).toContain("{{secret:door}}");
  }
  expect(told.join()).not.toMatch(/sesa|esam|same-/i);
  await api.cancel(jobId);
}, 120_000);

it("[fault E8] a policy given on the command line is kept, and 'drover show' says what it forbade and why", async () => {
  const policy = JSON.stringify({ packages: { deny: [contacts] } });
  const job = await run(lookUp, "--policy", policy);
  const { stdout } = await commandLineHere("show", job.jobId, "--dir", dir);
  expect(stdout).toContain("its address is linkLocal, not public");
  expect(stdout).toContain(`does not allow opening ${contacts}: packages.deny names ${contacts}.`);
}, 90_000);

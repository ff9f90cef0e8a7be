import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { devicesReady, doneJob, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;

const startAgain = async (): Promise<void> => {
  farm = await startUp(dir, "--phones", "2");
  api = createApiClient(farm.file);
};
const start = async (): Promise<void> => {
  await startAgain();
  await devicesReady(api);
};

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-roles-"));
  await start();
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const received = (body: string) => ({ kind: "contentRow", uri: "content://sms/inbox", where: { body } });
const dinner = {
  task: "Arrange dinner by text message",
  policy: { actions: { deny: ["install", "call"] } },
  roles: {
    caller: {
      task: 'Wait for "callee number", send a message to that number that says "Dinner at 8?", what is the phone number, tell the others the answer as "message sent", then wait for "answered"',
      validators: [received("Yes, at 8")],
    },
    callee: {
      task: 'What is the phone number, tell the others the answer as "callee number", wait for "message sent", then reply to that number "Yes, at 8", then tell the others "done" as "answered"',
      validators: [received("Dinner at 8?")],
    },
  },
};
const waiting = (key: string) => ({ task: `Wait for "${key}"` });
const roleJobs = async (jobId: string) => {
  const { roles } = await api.roles(jobId);
  return Promise.all(roles.map((role) => api.job(role.jobId)));
};

it("a message that one phone sends is answered by the other, and each is judged by what arrived on it", async () => {
  const { jobId } = await api.submit(dinner);
  const job = await jobEnded(api, jobId);
  const board = await api.roles(jobId);
  expect(job.outcome, JSON.stringify(board)).toBe("succeeded");
  expect(board.entries.map(({ from, key }) => [from, key])).toEqual([
    ["callee", "callee number"],
    ["caller", "message sent"],
    ["callee", "answered"],
  ]);
  const [caller, callee] = await roleJobs(jobId);
  expect([caller?.outcome, callee?.outcome]).toEqual(["succeeded", "succeeded"]);
  expect(caller?.deviceId).not.toBe(callee?.deviceId);
  expect(board.entries[0]?.text).toMatch(/^\+1555521\d{4}$/);
  // Nobody acted before both had their phones and were set up.
  const steps = (await Promise.all([caller, callee].map((one) => api.steps(one?.jobId ?? "")))).flatMap(
    ({ items }) => items,
  );
  expect(steps.length).toBeGreaterThan(10);
  for (const { predictedAt } of steps) expect(predictedAt >= (board.gatheredAt ?? "z")).toBe(true);
  const wait = steps.find(({ actions }) => actions[0]?.action.action === "wait_for");
  expect(wait?.toolResult).toMatchObject({ kind: "wait_for", ok: true });
  const { usage } = job;
  expect(usage.inputTokens).toBe((caller?.usage.inputTokens ?? 0) + (callee?.usage.inputTokens ?? 0));
}, 180_000);

it("two such jobs on two phones both end, one after the other, and a single job among them too", async () => {
  const first = await api.submit(dinner);
  const second = await api.submit(dinner);
  const single = await api.submit({ task: "Turn on Bluetooth" });
  const ended = await Promise.all([first, second, single].map(({ jobId }) => jobEnded(api, jobId)));
  expect(ended.map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded", "succeeded"]);
  const [one, other] = await Promise.all([first, second].map(({ jobId }) => api.roles(jobId)));
  expect(one?.gatheredAt).not.toBe(other?.gatheredAt);
}, 240_000);

it("roles that wait for each other end as failed at once, and the reason names what each waits for", async () => {
  const { jobId } = await api.submit({
    task: "Wait",
    roles: { left: waiting("from right"), right: waiting("from left") },
  });
  const job = await jobEnded(api, jobId);
  expect(job.outcome).toBe("failed");
  expect(job.outcomeReason).toContain("left for 'from right', right for 'from left'");
  expect((await roleJobs(jobId)).map(({ outcome, endReason }) => [outcome, endReason])).toEqual([
    ["failed", "deadlocked"],
    ["failed", "deadlocked"],
  ]);
}, 120_000);

it("a role that cannot do its part ends the other, which waits for it no more", async () => {
  const { jobId } = await api.submit({
    task: "Fly",
    roles: { pilot: { task: "Fly to the moon" }, passenger: waiting("landed") },
  });
  const job = await jobEnded(api, jobId);
  expect(job.outcome).toBe("failed");
  expect(job.outcomeReason).toContain("pilot: failed");
  expect((await roleJobs(jobId)).map(({ outcome }) => outcome)).toEqual(["failed", "cancelled"]);
}, 120_000);

it("a job that asks for more phones than there are gives back what it had and says what its pool has", async () => {
  const task = { task: "Turn on Bluetooth" };
  const { jobId } = await api.submit({
    task: "Three",
    roles: { one: task, two: task, three: task },
    limits: { gatherSeconds: 10 },
  });
  const job = await jobEnded(api, jobId);
  expect(job.outcome).toBe("inconclusive");
  expect(job.outcomeReason).toMatch(
    /No device became free within 10 s\. Pool 'default' has 2 devices: .*held by job/,
  );
  expect(await api.roles(jobId)).not.toHaveProperty("gatheredAt");
  const after = await api.submit({ task: "Turn on Bluetooth" });
  expect((await jobEnded(api, after.jobId)).outcome).toBe("succeeded");
}, 120_000);

it("all roles are cancelled with the whole", async () => {
  const { jobId } = await api.submit({
    task: "Wait",
    roles: { one: waiting("never"), two: { task: "Turn on Bluetooth", agent: { kind: "human" } } },
  });
  await eventually("one role waits for the other", async () => {
    const { roles } = await api.roles(jobId);
    return roles.some(({ state }) => state === "waiting") ? roles : undefined;
  });
  await api.cancel(jobId);
  expect((await jobEnded(api, jobId)).outcome).toBe("cancelled");
  expect((await roleJobs(jobId)).map(({ outcome }) => outcome)).toEqual(["cancelled", "cancelled"]);
}, 120_000);

it("a wait for another role outlives the kill of every part of the farm", async () => {
  const { jobId } = await api.submit({
    task: "Wait",
    roles: {
      one: waiting("never"),
      two: { task: "Say that it is done", agent: { kind: "human", turnTimeoutSeconds: 300 } },
    },
  });
  const [one, two] = (await api.roles(jobId)).roles;
  await eventually("one role waits for the other", async () => {
    const { roles } = await api.roles(jobId);
    return roles[0]?.state === "waiting" ? roles : undefined;
  });
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await farm.stop();
  await start();
  expect((await api.roles(jobId)).roles[0]).toMatchObject({ role: "one", state: "waiting" });
  await api.cancel(two?.jobId ?? "");
  const job = await jobEnded(api, jobId);
  expect(job.outcome).toBe("cancelled");
  expect((await api.job(one?.jobId ?? "")).status).toBe("finished");
}, 180_000);

it("a job that has one of its two phones when every part of the farm is killed gets the other afterwards", async () => {
  const busy = await api.submit({
    task: "Hold a phone",
    agent: { kind: "human", turnTimeoutSeconds: 300 },
  });
  const { jobId } = await api.submit({
    task: "Change both phones",
    roles: { one: { task: "Turn on Bluetooth" }, two: { task: "Turn off Wi-Fi" } },
  });
  const oneHasItsPhone = async () => {
    // The board names the roles' jobs before all of them are stored.
    const jobs = await roleJobs(jobId).catch((error: Error) => {
      if (!error.message.startsWith("There is no job ")) throw error;
      return [];
    });
    const held = jobs.filter(({ deviceId }) => deviceId !== undefined);
    return held.length === 1 ? held : undefined;
  };
  // Looked for often: what a role has tapped on a phone that boots again, it cannot continue with.
  await eventually("one role has its phone", oneHasItsPhone, 50, 10);
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await farm.stop();
  // Both phones are somebody's.
  await startAgain();
  expect(await api.roles(jobId)).not.toHaveProperty("gatheredAt");
  await api.cancel(busy.jobId);
  const job = await jobEnded(api, jobId);
  expect(job.outcome, JSON.stringify(await api.roles(jobId))).toBe("succeeded");
}, 180_000);

it("drover run takes roles from a file with checks in words, and show tells what they told each other", async () => {
  const file = path.join(dir, "roles.yaml");
  await writeFile(
    file,
    `first:
  task: 'Turn on Bluetooth, then tell the others "on" as "bluetooth"'
  validators: ["setting:global/bluetooth_on=1"]
second:
  task: 'Wait for "bluetooth", then turn off Wi-Fi'
  validators: ["setting:global/wifi_on=0"]
`,
  );
  const ran = await commandLineHere("run", "Change both phones", "--roles", file, "--json", "--dir", dir);
  const { jobId, outcome } = doneJob(ran);
  expect(outcome, ran.stderr).toBe("succeeded");
  const { stdout } = await commandLineHere("show", jobId, "--dir", dir);
  expect(stdout).toContain("role first: succeeded: Every validator passed.");
  expect(stdout).toContain('first told all "bluetooth": on');
  const listed = await commandLineHere("jobs", "--dir", dir, "--limit", "1");
  expect(listed.stdout).toMatch(/succeeded \(2 roles\).*Change both phones/);
  const wrong = await commandLineHere("run", "Both", "--roles", path.join(dir, "none.yaml"), "--dir", dir);
  expect([wrong.code, wrong.stderr.includes("cannot be read")]).toEqual([2, true]);
}, 180_000);

it("a line of a batch has roles as a request has", async () => {
  const file = path.join(dir, "tasks.yaml");
  await writeFile(
    file,
    `tasks:
  - id: both
    task: Change both phones
    roles:
      first: { task: Turn on Bluetooth }
      second: { task: Turn off Wi-Fi }
`,
  );
  const ran = await commandLineHere("batch", "run", file, "--name", "both", "--dir", dir);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
}, 180_000);

it("what a request with roles cannot have is refused by its field", async () => {
  const refused = (body: object) => api.submit({ task: "Two", ...body }).catch(String);
  const roles = { one: { task: "Fly" }, two: { task: "Fly" } };
  expect(await refused({ roles: { one: { task: "Fly" } } })).toContain("must have at least two");
  expect(await refused({ roles, validators: [received("x")] })).toContain("must be in the roles");
  expect(
    await refused({ roles: { ...roles, two: { task: "Fly", requirements: { pool: "nowhere" } } } }),
  ).toContain("there is no such pool");
}, 60_000);

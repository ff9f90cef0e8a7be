import path from "node:path";
import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { readFarmFile } from "../../local/farm-file.ts";
import { hasChromium, inChromium, openBrowser } from "../browser/open-browser.ts";
import { openConsole } from "../browser/open-console.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { mountSmallDisk, noSmallDisk } from "../small-disk.ts";
import { eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

/** More than the 200 MB below which a host takes no work, and room for a farm. */
const disk = mountSmallDisk(400);
const dir = path.join(disk?.dir ?? "", "farm");
let farm: RunningFarm | undefined;
let said = "";

/** Gives the engine something to write: an execution with a large input that no function accepts. Refused while it cannot write. */
async function startLarge(environment: Readonly<Record<string, string>>): Promise<void> {
  const sfn = new SFNClient({
    ...{
      endpoint: environment.AWS_ENDPOINT_URL_SFN ?? "",
      region: environment.AWS_REGION ?? "",
      maxAttempts: 1,
    },
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
    },
  });
  const stateMachineArn = "arn:aws:states:us-east-1:000000000000:stateMachine:planning";
  const input = JSON.stringify({ fill: "x".repeat(200_000) });
  await sfn.send(new StartExecutionCommand({ stateMachineArn, input })).catch(() => undefined);
  sfn.destroy();
}

beforeAll(async () => {
  if (disk === null) return;
  farm = await startUp(dir, "--phones", "1");
  farm.process.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
}, 60_000);

afterAll(async () => {
  await farm?.stop();
  disk?.unmount();
}, 60_000);

it.runIf(disk)(
  `[fault D23] a farm whose disk is full to the last block refuses work with the reason, none of its processes ends, and it loses no job${disk ? "" : noSmallDisk}`,
  async () => {
    if (disk === null || farm === undefined) return;
    const { file } = farm;
    const api = createApiClient(file);
    const degraded = async (): Promise<string | undefined> =>
      /^drover_farm_degraded (\d)$/m.exec(await (await fetch(`${file.apiUrl}/metrics`)).text())?.[1];
    expect(await degraded()).toBe("0");
    const jobs = await Promise.all(
      ["Bluetooth", "Wi-Fi", "flight mode"].map((name) => api.submit({ task: `Turn on ${name}` })),
    );
    await eventually("a job has a device", async () =>
      (await api.job(jobs[0]?.jobId ?? "")).status === "running" ? true : undefined,
    );

    disk.fill();
    await expect(api.submit({ task: "Turn on Bluetooth" })).rejects.toMatchObject({
      message: expect.stringMatching(/No new work is taken: only \d+ MB of disk space are free/),
    });
    // What the farm's own page and doctor ask for.
    expect((await api.farm()).problem).toMatch(/of disk space are free/);
    expect(await degraded()).toBe("1");
    // The jobs may all wait for a host that cannot store its pictures, and then the engine has nothing to write.
    await eventually("the engine cannot write either", async () => {
      await startLarge(file.environment);
      return said.includes("The journal cannot be written: database or disk is full.") ? true : undefined;
    });
    expect(said).toContain("The farm takes no new work: only");
    expect((await api.job(jobs[0]?.jobId ?? "")).jobId).toBe(jobs[0]?.jobId);
    expect((await commandLineHere("doctor", "--dir", dir)).stdout).toMatch(
      /takes no new jobs: only \d+ MB of disk/,
    );

    disk.empty();
    for (const { jobId } of jobs) {
      const { outcome, outcomeReason } = await jobEnded(api, jobId);
      expect(["succeeded", "inconclusive"], outcomeReason).toContain(outcome);
    }
    await eventually("work is taken again", async () => ((await degraded()) === "0" ? true : undefined));
    expect((await api.farm()).problem).toBeUndefined();
    expect([farm.process.exitCode, farm.process.signalCode]).toEqual([null, null]);
    const { pid, startedAt, processes } = file;
    expect(await readFarmFile(dir)).toMatchObject({ pid, startedAt, processes });
    expect(Object.keys(processes)).toEqual(expect.arrayContaining(["farm", "host", "model", "phones"]));
    for (const [name, part] of Object.entries(processes))
      expect(() => process.kill(part, 0), `${name} lives`).not.toThrow();
    const after = await api.submit({ task: "Turn on Bluetooth" });
    expect((await jobEnded(api, after.jobId)).outcome).toBe("succeeded");
  },
  180_000,
);

it.runIf(disk)(
  `[fault A19] a farm whose disk is full lives on, says so, and does what it was given when there is room${disk ? "" : noSmallDisk}`,
  async () => {
    if (disk === null || farm === undefined) return;
    const api = createApiClient(farm.file);
    disk.fill(100 * 1024 * 1024);
    await eventually("the device says why it takes no work", async () => {
      const [device] = (await api.devices()).items;
      return device?.state === "degraded" && /of disk space are free/.test(device.stateReason ?? "")
        ? true
        : undefined;
    });
    const { jobId } = await api.submit({ task: "Turn on Bluetooth" });
    expect(await api.job(jobId)).toMatchObject({
      status: "queued",
      waitingBecause: expect.stringContaining("of disk space are free"),
    });
    const warned = await commandLineHere("doctor", "--dir", dir);
    expect(warned.stdout).toContain("takes no new jobs: only");
    expect(warned.code).not.toBe(0);

    disk.empty();
    const job = await jobEnded(api, jobId);
    expect(job.outcome, job.outcomeReason).toBe("succeeded");
    await eventually("the doctor finds nothing wrong", async () =>
      (await commandLineHere("doctor", "--dir", dir)).code === 0 ? true : undefined,
    );
  },
  120_000,
);

it.runIf(disk && hasChromium)(
  inChromium(`[fault D23] the page says on every view why no new work is taken${disk ? "" : noSmallDisk}`),
  async () => {
    if (disk === null || farm === undefined) return;
    const browser = await openBrowser();
    {
      await using opened = await openConsole(browser, farm.file, "/jobs");
      const status = opened.page.getByRole("contentinfo");
      await status.getByText("live").waitFor();
      disk.fill();
      await status
        .getByText(/no new work: only \d+ MB of disk space are free, \d+ MB are needed: free some space/)
        .waitFor();
      disk.empty();
      await expect.poll(() => status.getByText("no new work").count()).toBe(0);
    }
    await browser.close();
  },
  120_000,
);

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { dataBlock, oneFileFrame, scriptText } from "../../../cli/report/report-page.ts";
import { scaledPicture, scalingFor, unscaled } from "../../../cli/report/scaled-picture.ts";
import { hostile, hostileJob, hostileTexts, sourceOf, writeReport } from "./hostile-report.ts";
import { smallPicture } from "./small-picture.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-report-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const unpack = (page: string, id: string): unknown => {
  const [, base64 = ""] =
    new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(base64, "base64")).toString());
};

describe("a report in one file", () => {
  it("holds the job whole, and no letter of what its device showed stands in the page as it was", async () => {
    const file = path.join(dir, "one.html");
    const job = await hostileJob();
    expect(await writeReport(file, sourceOf([job]))).toBe(1);
    const page = await readFile(file, "utf8");
    const { jobId } = job.trajectory.job;
    expect(unpack(page, `drover-job-${jobId}`)).toMatchObject({
      job: { jobId, task: job.trajectory.job.task },
      steps: [{ stepNumber: 1 }, { stepNumber: 2 }],
    });
    expect(unpack(page, "drover-index")).toMatchObject({ jobs: [{ jobId, steps: 2 }] });
    for (const text of hostileTexts) expect(page).not.toContain(text);
    expect(page.match(/<script/g)).toHaveLength(4);
    expect(page.match(/<!--/g)).toBeNull();
  });

  it("keeps a picture once however many steps and jobs show it", async () => {
    const file = path.join(dir, "two.html");
    await writeReport(file, sourceOf([await hostileJob(1), await hostileJob(2)]));
    const page = await readFile(file, "utf8");
    expect(page.match(/id="drover-picture-/g)).toHaveLength(1);
    expect(page.match(/id="drover-job-/g)).toHaveLength(2);
  });

  it("lets nothing run but its own script, and nothing be fetched", () => {
    const { head } = oneFileFrame(hostile, { script: "1", style: "a{}" });
    const [, policy] = /http-equiv="content-security-policy" content="([^"]*)"/.exec(head) ?? [];
    expect(policy).toContain("default-src 'none'; script-src 'sha256-");
    expect(policy).toContain("img-src data:;");
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(head.split("<title>")[1]).not.toMatch(/<script|<img|\u202e/);
  });

  it("writes the marks that would end or comment a script in it so that they do not", async () => {
    const written = scriptText('export const said = "<script></SCRIPT><!-- </scripty>";');
    expect(written).not.toMatch(/<!--|<\/?script/i);
    const module = await import(`data:text/javascript,${encodeURIComponent(written)}`);
    expect(module.said).toBe("<script></SCRIPT><!-- </scripty>");
    expect(dataBlock("x", "QQ==")).toBe('<script type="text/plain" id="x">QQ==</script>\n');
  });
});

describe("a report's pictures", () => {
  it("are scaled the more of them there are, and never made larger", async () => {
    expect(scalingFor(10).width).toBeGreaterThan(scalingFor(1_000).width);
    expect(scalingFor(1_000).width).toBeGreaterThan(scalingFor(5_000).width);
    const scaled = await scaledPicture(await smallPicture(), scalingFor(5_000));
    expect(scaled?.name).toMatch(/^[0-9a-f]{24}\.webp$/);
    expect(await sharp(scaled?.bytes).metadata()).toMatchObject({ format: "webp", width: 320 });
    const small = await scaledPicture(await smallPicture(100, 200), scalingFor(1));
    expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 100, height: 200 });
  });

  it("are made smaller still where a photo would take more than its share", async () => {
    const random = seededRandom(1);
    const [width, height] = [135, 300];
    const noise = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)));
    const raw = { width, height, channels: 3 } as const;
    const photo = await sharp(noise, { raw }).resize(1_080, 2_400).png().toBuffer();
    const scaling = scalingFor(2_200);
    const small = await scaledPicture(photo, scaling);
    expect((await sharp(small?.bytes).metadata()).width).toBeLessThan(320);
    const flat = await scaledPicture(await smallPicture(), scaling);
    expect((await sharp(flat?.bytes).metadata()).width).toBe(320);
    // A hundred jobs of 22 pictures each, in base64.
    expect((scaling.mostBytes * 2_200 * 4) / 3).toBeLessThan(50_000_000);
  });

  it("are as they were taken when all is wanted, and left out when they are none or torn", async () => {
    const picture = await smallPicture(10, 10);
    expect((await scaledPicture(picture, unscaled))?.bytes).toEqual(picture);
    expect(await scaledPicture(new TextEncoder().encode("<svg onload=x>"), unscaled)).toBeNull();
    expect(await scaledPicture(picture.slice(0, 20), scalingFor(1))).toBeNull();
  });
});

/**
 * `npm run bench:report [-- JOBS [STEPS]]`: how large `drover export <batch> --as report` is, of 100 jobs with 20 steps each unless told, in one
 * file with everything inside. The jobs are seeded, the report is made by the command over the real API. No two screens are the same
 * picture, and each has its elements beside it. Twice: screens as a virtual phone draws them, and screens of which half is a photo,
 * which no format makes small. Ends with 1 when a report is 50 MB or more.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { runProgram } from "../../cli/run-program.ts";
import { startSeededFarm } from "../browser/seeded-farm.ts";
import { seedRunBatch } from "../browser/seeded-run.ts";
import { drawScreens, type SeededScreen } from "../browser/seeded-screens.ts";
import { settingsTree } from "./report/settings-tree.ts";

const [jobs = 100, steps = 20] = process.argv.slice(2).map(Number);
const mostBytes = 50_000_000;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const random = seededRandom(1);

/** Shapes of many shades at random places: what a photo costs a picture's format, without a photo. */
const blurredNoise = async (): Promise<Buffer> => {
  const [width, height] = [135, 150];
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)));
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .resize(1_080, 1_200)
    .png()
    .toBuffer();
};

/** A screen that no other is: the same with a number on it, and with a photo if asked for. */
async function another(screen: SeededScreen, number: number, photo: Buffer | null): Promise<SeededScreen> {
  const label = Buffer.from(
    `<svg width="1080" height="200"><text x="40" y="140" font-size="120">${number}</text></svg>`,
  );
  const over = [
    ...(photo === null ? [] : [{ input: photo, left: 0, top: 500 + (number % 500) }]),
    { input: label, left: 0, top: number % 2_000 },
  ];
  const webp = await sharp(screen.webp).composite(over).webp({ quality: 80, effort: 0 }).toBuffer();
  return { ...screen, name: `${screen.name}-${number}`, webp, tree: settingsTree(number) };
}

async function measure(kind: "drawn" | "photo", number: number): Promise<number> {
  const screens = await drawScreens();
  const photos = kind === "photo" ? await Promise.all([1, 2, 3, 4].map(blurredNoise)) : [];
  const pictures: SeededScreen[] = [];
  for (let n = 0; n < jobs * steps; n += 1) {
    const screen = screens[n % screens.length];
    if (screen === undefined) throw new Error("no screen was drawn");
    pictures.push(await another(screen, n, photos[n % photos.length] ?? null));
  }
  await using farm = await startSeededFarm();
  const run = { number, jobs, tasks: Math.max(1, Math.floor(jobs / 2)), variants: ["a", "b"], steps };
  const seeded = await seedRunBatch(farm, run, (line) =>
    pictures
      .slice((line - 1) * steps, line * steps)
      .map((screen) => ({ screen, element: `BUTTON "${screen.name}"` })),
  );
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-report-"));
  const file = path.join(dir, "report.html");
  Object.assign(process.env, { DROVER_API_URL: farm.apiUrl, DROVER_TOKEN: farm.token });
  const before = performance.now();
  const code = await runProgram(["export", seeded.batchId, "--as", "report", "-o", file]);
  if (code !== null) throw new Error(`the report ended with ${code}`);
  const { size } = await stat(file);
  const seconds = ((performance.now() - before) / 1_000).toFixed(0);
  const each = `${Math.round(size / jobs / 1_000)} kB a job, ${(size / seeded.steps / 1_000).toFixed(1)} kB a step`;
  process.stdout.write(
    `${kind}: ${jobs} jobs, ${seeded.steps} steps: ${megabytes(size)}, ${each}, made in ${seconds} s\n`,
  );
  await rm(dir, { recursive: true });
  return size;
}

const sizes = [await measure("drawn", 1), await measure("photo", 2)];
process.exitCode = sizes.some((size) => size >= mostBytes) ? 1 : 0;

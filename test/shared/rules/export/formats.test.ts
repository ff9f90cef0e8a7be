import { expect, test } from "vitest";
import { parse } from "yaml";
import { ExportFormat } from "#shared/contracts/result/export.ts";
import { VerifiersTrace } from "#shared/contracts/result/verifiers-trace.ts";
import type { ExportedJob } from "#shared/rules/export/export-source.ts";
import { csvRows, readXml } from "../batch-results/written.ts";
import { checkedBy } from "./checked-by.ts";
import { exported, onePixel, sampleExported, sampleSource } from "./sample-export.ts";

const two = (): readonly ExportedJob[] => [
  sampleExported(),
  sampleExported({
    n: 2,
    job: { outcome: "failed", outcomeReason: "A validator failed.", falseComplete: true },
  }),
];
const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("[spec I7.3] json is the trajectory as it is stored, by its published schema", async () => {
  const { files, text } = await exported("json");
  expect([...files.keys()]).toEqual(["trajectory.json"]);
  (await checkedBy("trajectory.schema.json"))(JSON.parse(text("trajectory.json")));
  const both = await exported("json", sampleSource(two()));
  expect(both.files.size).toBe(2);
});

test("[spec I7.3] a zip holds everything that is stored of a job, with a manifest of it by its published schema", async () => {
  const files = { "tenants/acme/jobs/01J00000000000000000000001/steps/0001/c/tree.json": '{"elements":[]}' };
  const { files: written, text } = await exported("zip", sampleSource([sampleExported({ files })]));
  const manifest = JSON.parse(text("manifest.json"));
  (await checkedBy("export-manifest.schema.json"))(manifest);
  expect(manifest.of).toEqual({ kind: "job", jobId: "01J00000000000000000000001" });
  expect([...written.keys()].filter((path) => path !== "manifest.json").sort()).toEqual(
    manifest.files.map((file: { path: string }) => file.path).sort(),
  );
  expect(written.get("jobs/01J00000000000000000000001/steps/0001/c/screenshot.png")).toEqual(onePixel);
  expect(written.has("jobs/01J00000000000000000000001/steps/0001/c/tree.json")).toBe(true);
});

test("a zip of a batch has its results and the parts of its workflows", async () => {
  const part = sampleExported({ n: 3 });
  const parent = sampleExported(
    {},
    {
      parts: async function* () {
        yield part;
      },
    },
  );
  const { files, text } = await exported("zip", sampleSource([parent, sampleExported({ n: 2 })]));
  expect(files.has("results.jsonl") && files.has("statistics.json")).toBe(true);
  const { jobs } = JSON.parse(text("manifest.json"));
  expect(jobs.map(({ jobId }: { jobId: string }) => jobId.slice(-1))).toEqual(["1", "3", "2"]);
});

test("sft has a row a turn, as many marks as pictures, and leaves out what went wrong", async () => {
  const wrong = { stepNumber: 3, outcome: { ok: false, effect: "none", retries: 0 } };
  const first = { stepNumber: 1, before: await sampleStepScreen() };
  const source = sampleSource([sampleExported({ steps: [first, wrong] })]);
  const { files, text } = await exported("sft", source);
  const rows = lines(text("sft.jsonl"));
  const check = await checkedBy("training-row.schema.json");
  for (const row of rows) check(row);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    messages: [
      { role: "user", content: expect.stringMatching(/^<image>\nTask: Turn on Bluetooth/) },
      {
        role: "assistant",
        content: expect.stringContaining('<tool_call>{"action":"tap","coordinate":[0.5,0.5]}</tool_call>'),
      },
    ],
    images: ["images/01J00000000000000000000001/0001.png"],
  });
  expect(files.has("images/01J00000000000000000000001/0001.png")).toBe(true);
  expect(JSON.parse(text("dataset_info.json")).drover.columns).toEqual({
    messages: "messages",
    images: "images",
  });
});

test("sft teaches what an outside agent or a person chose too, and says whose choice it was", async () => {
  const none = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const chosen = ["external", "human", "session", "replay", "model"].map((chosenBy, at) => ({
    stepNumber: at + 1,
    chosenBy,
    usage: none,
  }));
  const { text } = await exported("sft", sampleSource([sampleExported({ steps: chosen })]));
  // What says that it is a model's, and asked none, is a rule's.
  expect(lines(text("sft.jsonl")).map((row) => (row as { chosen_by: string }).chosen_by)).toEqual([
    "external",
    "human",
  ]);
});

const sampleStepScreen = async () => sampleExported().trajectory.steps[0]?.before;

test("hf is a folder with a card that Hugging Face reads and a row for each picture", async () => {
  const { files, text } = await exported("hf", sampleSource(two()));
  const rows = lines(text("train/metadata.jsonl"));
  const check = await checkedBy("image-folder-row.schema.json");
  for (const row of rows) check(row);
  expect(rows).toHaveLength(4);
  const names = rows.map((row) => `train/${(row as { file_name: string }).file_name}`);
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(files.get(name)).toEqual(onePixel);
  const [, front = ""] = text("README.md").split("---\n");
  expect(parse(front)).toMatchObject({
    pretty_name: "Drover batch nightly",
    configs: [{ data_files: [{ split: "train", path: "train/**" }] }],
    size_categories: ["n<1K"],
  });
});

test("junit of one job is a suite of one case, its attempt and link beside it", async () => {
  const failed = sampleExported({ job: { outcome: "inconclusive", outcomeReason: "Device lost." } });
  const source = { ...sampleSource([failed]), linkTo: (id: string) => `http://[::1]/v1/jobs/${id}` };
  const report = readXml((await exported("junit", source)).text("results.junit.xml"));
  expect(report.attributes).toMatchObject({ tests: "1", errors: "1", failures: "0" });
  const [testcase] = report.children[0]?.children ?? [];
  expect(testcase?.children.map(({ name }) => name)).toEqual(["properties", "error", "system-out"]);
  expect(testcase?.children[0]?.children.map(({ attributes }) => attributes)).toContainEqual({
    name: "attempt 1",
    value: "01J00000000000000000000001 inconclusive",
  });
});

test("[spec I6.3] csv of a job is a row a step, with where its time went", async () => {
  const { text } = await exported("csv");
  const rows = csvRows(text("steps.csv"));
  expect(rows.map(({ step, action }) => [step, action])).toEqual([
    ["1", "tap"],
    ["2", "FINISH"],
  ]);
  expect(rows[0]).toMatchObject({ inputTokens: "100", inference: "0" });
});

test("androidworld has a row a job, which tells nothing of an agent that was not tried", async () => {
  const lost = sampleExported({ n: 3, job: { outcome: "inconclusive", outcomeReason: "Device lost." } });
  const { text } = await exported("androidworld", sampleSource([...two(), lost]));
  const rows: unknown[] = JSON.parse(text("androidworld.json"));
  const check = await checkedBy("androidworld-row.schema.json");
  for (const row of rows) check(row);
  expect(rows).toMatchObject([
    { is_successful: 1, episode_length: 2, exception_info: null, goal: "Turn on Bluetooth" },
    { is_successful: 0, episode_length: 2, exception_info: null },
    { is_successful: null, episode_length: null, exception_info: "inconclusive: Device lost." },
  ]);
});

test("[spec G8] traces has a line a job as verifiers stores rollouts, without a reward where nobody knows it", async () => {
  const known = { verdict: "passed", progress: 1, sideEffectCount: 0 } as const;
  const lost = { outcome: "inconclusive", outcomeReason: "Device lost.", verdict: "inconclusive" } as const;
  const source = sampleSource([sampleExported({ job: known }), sampleExported({ n: 2, job: lost })]);
  const { files, text } = await exported("traces", source);
  expect([...files.keys()]).toEqual(["traces.jsonl"]);
  const [done, broken] = lines(text("traces.jsonl")).map((line) => VerifiersTrace.parse(line));
  expect(done).toMatchObject({ ok: true, errors: [], rewards: { success: { score: 1, weight: 0.8 } } });
  const nodes = done?.nodes ?? [];
  expect(nodes.map(({ parent }) => parent)).toEqual([null, 0, 1, 2, 3]);
  expect(nodes.map(({ message: { role } }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
  ]);
  const names = nodes.flatMap(({ message }) =>
    message.role === "assistant" ? message.tool_calls.map(({ name }) => name) : [],
  );
  expect(names).toEqual(["tap", "finish"]);
  expect(broken).toMatchObject({ ok: false, stop_condition: "error", errors: [{ message: "Device lost." }] });
  expect(Object.values(broken?.rewards ?? {})).toEqual([null, null, null, null]);
});

test("markdown shows each step with its picture, and a batch as a table of such pages", async () => {
  const { files, text } = await exported("markdown", sampleSource(two()));
  expect(text("README.md")).toContain("[01J00000000000000000000002](01J00000000000000000000002/README.md)");
  const page = text("01J00000000000000000000001/README.md");
  const pictures = [...page.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, name]) => name);
  expect(pictures).toEqual(["screens/0001.png", "screens/0002.png", "screens/0003.png"]);
  for (const name of pictures) expect(files.has(`01J00000000000000000000001/${name}`)).toBe(true);
});

test("Markdown and ATIF say what a simulated user was asked", async () => {
  const questions = { asked: 3, needed: 1, useless: 2, alreadyAnswered: 0 };
  const metrics = {
    queuedMilliseconds: 0,
    inferenceMilliseconds: 0,
    executionMilliseconds: 0,
    screenshotMilliseconds: 0,
    totalMilliseconds: 0,
    recoveries: 0,
    questions,
  };
  const source = () => sampleSource([sampleExported({ job: { metrics } })]);
  const page = (await exported("markdown", source())).text("README.md");
  expect(page).toContain("- questions: 3 asked: 1 needed, 2 useless, 0 already answered");
  const { files } = await exported("atif", source());
  const [atif] = [...files].flatMap(([path, body]) =>
    path.endsWith(".json") ? JSON.parse(String(body)) : [],
  );
  expect(atif.extra.drover.questions).toEqual(questions);
});

test("gif shows each screen with where it was touched, in order", async () => {
  const seen: unknown[] = [];
  const { files } = await exported("gif", sampleSource(), {
    animate: async (frames) => {
      seen.push(...frames.map(({ touches }) => touches));
      return Buffer.from("GIF89a");
    },
  });
  expect([...files.keys()]).toEqual(["screens.gif"]);
  expect(seen).toEqual([[{ from: [0.5, 0.5] }], [], []]);
});

test("a picture that is stored no more is left out of every format, and nothing else is", async () => {
  const gone = () => sampleSource([sampleExported({}, { read: async () => null, keys: async () => [] })]);
  for (const format of ExportFormat.options) {
    const { files } = await exported(format, gone(), { animate: async () => onePixel });
    expect([...files.keys()].filter((path) => /\.(?:png|webp|jpg)$/.test(path))).toEqual([]);
    if (format !== "gif") expect(files.size).toBeGreaterThan(0);
  }
});

import type { ReportedJob, ReportSource } from "../../../cli/report/report-source.ts";
import { writeOneFile } from "../../../cli/report/write-one-file.ts";
import { sampleExported } from "../../shared/rules/export/sample-export.ts";
import { sampleElement, sampleTree } from "../../shared/screen/sample-tree.ts";
import { sampleObservation } from "../../shared/storage/sample-records.ts";
import { smallPicture } from "./small-picture.ts";

/** What a device shows that wants to be more than text. Each would leave `window.ran`. */
export const hostileTexts = [
  "</script><script>window.ran = 1</script>",
  "<!--<script>window.ran = 1",
  "<img src=x onerror='window.ran = 1'>",
  "javascript:window.ran=1",
  "]]>&lt;script&gt;",
  "a\u202egnp.exe\u2066\u200b",
  "\u2028window.ran = 1\u2029",
  "\u0000\ud800 torn",
] as const;
export const hostile = hostileTexts.join(" ");
/** Of what the API lets in: no control characters, no torn ones. */
const allowed = hostileTexts.slice(0, -1).join(" ");
export const longLabel = "A".repeat(100_000);

const treeKey = "tenants/acme/jobs/x/steps/0001/c/tree.json";
const screenKey = "tenants/acme/jobs/x/steps/0001/c/screenshot.png";

const tree = sampleTree(
  [...hostileTexts, longLabel].map((text, index) =>
    sampleElement({
      element_id: index,
      stable_id: `s${index}`,
      text,
      bounds: { left: 0, top: index * 100, right: 500, bottom: index * 100 + 90 },
    }),
  ),
  { app_name: hostile, app_package: "com.example", activity: hostile, timestamp: 1 },
);

const outcome = { ok: true, effect: "done", retries: 0 };

/** A job whose device and model wrote nothing but what is hostile. */
export async function hostileJob(n = 1): Promise<ReportedJob> {
  const screen = sampleObservation({
    screenshotKey: screenKey,
    treeKey,
    screen: { width: 1080, height: 2400 },
  });
  const exported = sampleExported(
    {
      n,
      job: { task: allowed, outcomeReason: hostile, claim: { status: "success", answer: allowed } },
      steps: [
        {
          stepNumber: 1,
          thinking: hostile,
          before: screen,
          after: screen,
          outcome,
          feedback: hostile,
          actions: [
            {
              action: { action: "tap", element: 1, note: hostile },
              deviceAction: { action: "tap", coordinate: [0.5, 0.5] },
              element: `BUTTON ${JSON.stringify(hostile)}`.slice(0, 300).toWellFormed(),
              outcome,
            },
          ],
        },
        {
          stepNumber: 2,
          thinking: "I type.",
          before: screen,
          after: screen,
          outcome,
          actions: [{ action: { action: "type", text: hostile }, outcome }],
        },
      ],
    },
    {},
  );
  const files = new Map<string, Uint8Array>([
    [treeKey, new TextEncoder().encode(JSON.stringify(tree))],
    [screenKey, await smallPicture()],
  ]);
  const { trajectory } = exported;
  return { trajectory, timeline: null, read: async (key) => files.get(key) ?? null, keys: async () => [] };
}

export const sourceOf = (jobs: readonly ReportedJob[]): ReportSource => ({
  pictures: jobs.length,
  async *jobs() {
    yield* jobs;
  },
});

export const writeReport = (file: string, source: ReportSource): Promise<number> =>
  writeOneFile(file, source, {
    title: hostile,
    version: "1.2.3",
    madeAt: "2026-01-01T00:00:00.000Z",
    full: false,
  });

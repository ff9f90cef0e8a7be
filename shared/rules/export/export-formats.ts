import type { ExportFormat } from "../../contracts/result/export.ts";
import { androidWorldExport } from "./androidworld-export.ts";
import { atifExport } from "./atif-export.ts";
import { csvExport } from "./csv-export.ts";
import type { ExportFile, ExportSource, ExportTools } from "./export-source.ts";
import { gifExport } from "./gif-export.ts";
import {
  conversationOf,
  everythingOf,
  type HandedOn,
  nothingOf,
  outcomeOf,
  turnsHandedOn,
} from "./handed-on.ts";
import { hfExport } from "./hf-export.ts";
import { junitExport } from "./junit-export.ts";
import { markdownExport } from "./markdown-export.ts";
import { sftExport } from "./sft-export.ts";
import { tracesExport } from "./traces-export.ts";
import { zipExport } from "./zip-export.ts";

type Subject = "job" | "batch";

interface ExportWriter {
  /** How its files leave: one by itself, several in a folder, or all in one zip. */
  readonly packing: Readonly<Record<Subject, "file" | "folder" | "zip">>;
  readonly contentType: string;
  readonly handsOn: HandedOn;
  /** It draws pictures. */
  readonly draws?: true;
  /** Files in the order in which they are made; nothing of a job is held longer than it takes. */
  readonly write: (source: ExportSource, tools: ExportTools) => AsyncGenerator<ExportFile>;
}

const file = { job: "file", batch: "file" } as const;
const folder = { job: "folder", batch: "folder" } as const;
const each = { job: "file", batch: "folder" } as const;
const json = "application/json";

/** What the command line and the API export; one that is missing does not compile. */
export const exportFormats: { readonly [Format in ExportFormat]: ExportWriter } = {
  json: { packing: each, contentType: json, handsOn: everythingOf, write: jsonExport },
  zip: {
    packing: { job: "zip", batch: "zip" },
    contentType: "application/zip",
    handsOn: everythingOf,
    write: zipExport,
  },
  atif: { packing: folder, contentType: json, handsOn: conversationOf, write: atifExport },
  sft: { packing: folder, contentType: "application/x-ndjson", handsOn: turnsHandedOn, write: sftExport },
  hf: { packing: folder, contentType: "text/markdown", handsOn: turnsHandedOn, write: hfExport },
  junit: { packing: file, contentType: "application/xml", handsOn: outcomeOf, write: junitExport },
  csv: { packing: file, contentType: "text/csv; charset=utf-8", handsOn: turnsHandedOn, write: csvExport },
  gif: { packing: each, contentType: "image/gif", handsOn: nothingOf, draws: true, write: gifExport },
  markdown: { packing: folder, contentType: "text/markdown", handsOn: turnsHandedOn, write: markdownExport },
  androidworld: { packing: file, contentType: json, handsOn: outcomeOf, write: androidWorldExport },
  traces: { packing: file, contentType: "application/x-ndjson", handsOn: turnsHandedOn, write: tracesExport },
};

/** The trajectory as it is stored, one file a job: what `drover resume`, `replay` and `fork` take. */
async function* jsonExport(source: ExportSource): AsyncGenerator<ExportFile> {
  for await (const { trajectory } of source.jobs()) {
    const body = `${JSON.stringify(trajectory, null, 2)}\n`;
    const name = source.batch === undefined ? "trajectory" : trajectory.job.jobId;
    yield { path: `${name}.json`, body };
  }
}

import type { ReportIndex, ReportJob } from "#shared/contracts/api/report.ts";
import { reportBlock } from "#shared/rules/report-names.ts";

const textOf = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

/** JSON, packed and written in base64; null: there is no such block in the page. */
async function readBlock(id: string): Promise<unknown> {
  const text = textOf(id);
  if (text === null) return null;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).json();
}

export const readIndex = async (): Promise<ReportIndex> => {
  const index = (await readBlock(reportBlock.index)) as ReportIndex | null;
  if (index === null) throw new Error("This page contains no data.");
  return index;
};

export const readJob = async (jobId: string): Promise<ReportJob | null> =>
  (await readBlock(reportBlock.job(jobId))) as ReportJob | null;

/** A picture that is in the page itself. */
export function embeddedPicture(name: string): string | undefined {
  const text = textOf(reportBlock.picture(name));
  if (text === null) return undefined;
  const ending = name.split(".").at(-1) ?? "";
  return `data:image/${ending === "jpg" ? "jpeg" : ending};base64,${text.trim()}`;
}

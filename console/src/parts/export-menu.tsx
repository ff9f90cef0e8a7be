import "./export-menu.css";
import { useState } from "react";
import type { ExportFormat } from "#shared/contracts/result/export.ts";
import { Dialog } from "./dialog.tsx";
import { Failure } from "./states/failure.tsx";

/** What jobs saw and did, in the forms that the API makes of one job and of many. */
export const exportWords = {
  zip: "All files as a zip",
  atif: "Trajectories as ATIF",
  sft: "Training rows (SFT)",
  hf: "Hugging Face folder",
  markdown: "Jobs as Markdown",
  androidworld: "AndroidWorld rows",
} as const satisfies Partial<Record<ExportFormat, string>>;

interface ExportMenuProps<Format extends string> {
  readonly words: Readonly<Record<Format, string>>;
  /** Has it made, and answers where it can be loaded from. */
  readonly linkTo: (format: Format) => Promise<string | undefined>;
}

/** Files to take away. */
export function ExportMenu<Format extends string>({ words, linkTo }: ExportMenuProps<Format>) {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({
    isBusy: false,
  });
  const formats = Object.keys(words) as Format[];
  const make = async (format: Format | undefined): Promise<void> => {
    if (format === undefined) return;
    setState({ isBusy: true });
    try {
      const link = await linkTo(format);
      if (link !== undefined) download(link);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <>
      <label className="export-menu">
        <span className="unseen">Export</span>
        <select
          value=""
          disabled={state.isBusy}
          onChange={({ target }) => void make(formats.find((format) => format === target.value))}
        >
          <option value="">{state.isBusy ? "Exporting…" : "Export…"}</option>
          {formats.map((format) => (
            <option key={format} value={format}>
              {words[format]}
            </option>
          ))}
        </select>
      </label>
      {state.error !== undefined && (
        <Dialog title="The export failed" onClose={() => setState({ isBusy: false })}>
          <Failure error={state.error} />
        </Dialog>
      )}
    </>
  );
}

/**
 * A link is signed for whoever asked, and good for minutes: it is made when it is wanted. It answers with a file to keep, so the
 * page stays; its own window would be stopped as one that nobody opened, when making the file took long.
 */
function download(link: string): void {
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.rel = "noopener noreferrer";
  anchor.click();
}

import { useEffect, useState } from "react";
import type { Step } from "#shared/contracts/step/step.ts";
import { Command } from "../../parts/copy/command.tsx";
import { Duration } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Json } from "../fact-list.tsx";
import type { DebugRecord, ScreenSource } from "../job-record.ts";
import { adbCommands, modelCalls } from "./debug-records.ts";

interface DebugTabProps {
  readonly step: Step;
  readonly source: ScreenSource;
}

function useDebug({ step, source }: DebugTabProps): readonly DebugRecord[] | null | undefined {
  const { stepNumber } = step;
  const [read, setRead] = useState<{
    readonly source: ScreenSource;
    readonly stepNumber: number;
    readonly records: readonly DebugRecord[] | null;
  }>();
  useEffect(() => {
    let wanted = true;
    const keep = (records: readonly DebugRecord[] | null): void => {
      if (wanted) setRead({ source, stepNumber, records });
    };
    source.readDebug(stepNumber).then(keep, () => keep(null));
    return () => {
      wanted = false;
    };
  }, [source, stepNumber]);
  return read?.source === source && read.stepNumber === stepNumber ? read.records : undefined;
}

function NothingKept({ records }: { readonly records: readonly DebugRecord[] | null | undefined }) {
  if (records === undefined) return <p className="quiet">Reading what was kept…</p>;
  return (
    <>
      <p className="quiet">
        {records === null
          ? "The job was not told to keep it. With --debug it is kept:"
          : "Nothing was kept of this step."}
      </p>
      {records === null && <Command text="drover run --debug '…'" />}
    </>
  );
}

/** Every model call of the turn, as it was sent and answered. */
export function ModelTab(props: DebugTabProps) {
  const records = useDebug(props);
  const calls = modelCalls(records ?? []);
  if (calls.length === 0) return <NothingKept records={records} />;
  return calls.map(({ id, title, milliseconds, request, answer }) => (
    <details key={id} className="exchange" open={calls.length === 1}>
      <summary>
        {title} <Duration milliseconds={milliseconds} />
      </summary>
      <h2>Answer</h2>
      <Json value={answer} label={`Answer to ${title}`} />
      <h2>Request</h2>
      <Json value={request} label={`Request of ${title}`} />
    </details>
  ));
}

/** Every command that the step sent to its device. */
export function AdbTab(props: DebugTabProps) {
  const records = useDebug(props);
  const commands = adbCommands(records ?? []);
  if (commands.length === 0) return <NothingKept records={records} />;
  return (
    <ol className="adb">
      {commands.map(({ id, atMilliseconds, service, rest }) => (
        <li key={id}>
          <span className="number quiet">
            <Duration milliseconds={atMilliseconds} />
          </span>
          <details>
            <summary>
              <code>
                <ScreenText limit={400}>{service}</ScreenText>
              </code>
            </summary>
            <Json value={rest} label={`What came of ${id}`} />
          </details>
        </li>
      ))}
    </ol>
  );
}

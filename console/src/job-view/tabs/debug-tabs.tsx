import { type ReactNode, useEffect, useState } from "react";
import type { Step } from "#shared/contracts/step/step.ts";
import { Command } from "../../parts/copy/command.tsx";
import { Duration } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Json } from "../fact-list.tsx";
import type { DebugRecord, ScreenSource } from "../job-record.ts";
import { type ShownCall, shownCalls } from "./conversation.ts";
import { adbCommands } from "./debug-records.ts";
import { Exchange } from "./exchange.tsx";

interface DebugTabProps {
  readonly step: Step;
  readonly source: ScreenSource;
}

interface ConversationProps extends DebugTabProps {
  /** Controls for one call, of whoever shows it. */
  readonly again?: ((call: ShownCall) => ReactNode) | undefined;
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

const reading = <p className="quiet">Reading what was kept…</p>;

/** What each model of the turn was asked and replied. */
export function StepConversation({ step, source, again }: ConversationProps) {
  const records = useDebug({ step, source });
  if (records === undefined) return reading;
  const calls = shownCalls(records ?? []);
  if (calls.length === 0)
    return <p className="quiet">No model was asked in this step, or nothing of it was kept.</p>;
  return calls.map((call) => (
    <Exchange
      key={call.id}
      call={call}
      source={source}
      picture={step.before.screenshotKey}
      again={again?.(call)}
    />
  ));
}

/** Every command that the step sent to its device. */
export function AdbTab(props: DebugTabProps) {
  const records = useDebug(props);
  const commands = adbCommands(records ?? []);
  if (records === undefined) return reading;
  if (commands.length === 0)
    return (
      <>
        <p className="quiet">Nothing was kept of this step. A job with --debug keeps every command:</p>
        <Command text="drover run --debug '…'" />
      </>
    );
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
            <Json value={rest} label={`Result of ${id}`} />
          </details>
        </li>
      ))}
    </ol>
  );
}

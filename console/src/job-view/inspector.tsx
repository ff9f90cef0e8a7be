import "./inspector.css";
import type { ReactNode } from "react";
import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import { Tabs } from "../parts/tabs.tsx";
import type { JobRecord, ScreenSource } from "./job-record.ts";
import type { ListItem } from "./list-items.ts";
import { ActionTab } from "./tabs/action-tab.tsx";
import { AsideDetail } from "./tabs/aside-detail.tsx";
import { CheckTab } from "./tabs/check-tab.tsx";
import type { ShownCall } from "./tabs/conversation.ts";
import { AdbTab, StepConversation } from "./tabs/debug-tabs.tsx";
import { ErrorsTab } from "./tabs/errors-tab.tsx";
import { ThinkingTab } from "./tabs/thinking-tab.tsx";
import { TimingTab } from "./tabs/timing-tab.tsx";
import { TreeTab } from "./tabs/tree-tab.tsx";

export const inspectorTabs = [
  "thinking",
  "action",
  "check",
  "tree",
  "model",
  "adb",
  "timing",
  "errors",
] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** Of a text in an address; undefined: it names none. */
export const inspectorTab = (name: string | undefined): InspectorTab | undefined =>
  inspectorTabs.find((tab) => tab === name);

export interface InspectorProps {
  readonly record: JobRecord;
  readonly source: ScreenSource;
  readonly step: ShownStep | undefined;
  /** What is between the steps and was chosen: shown instead of the tabs. */
  readonly aside: ListItem | undefined;
  readonly onAsideEnd: () => void;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  readonly shown: "before" | "after";
  readonly hovered: number | undefined;
  readonly onHover: (elementId: number | undefined) => void;
  readonly onStep: (stepNumber: number) => void;
  readonly jobHref: ((jobId: string) => string) | undefined;
  /** Has a stored prompt asked again; absent where nobody can be asked, as in a file. */
  readonly again?: ((call: ShownCall) => ReactNode) | undefined;
}

/** All that is known of a step, and of the job that it belongs to. */
export function Inspector(props: InspectorProps) {
  const { record, source, aside, onAsideEnd, tab, onTab, onStep, jobHref } = props;
  if (aside !== undefined && aside.kind !== "step") {
    return (
      <section className="inspector" aria-label="Details">
        <AsideDetail item={aside} source={source} jobHref={jobHref} onStep={onStep} onClose={onAsideEnd} />
      </section>
    );
  }
  const errors = record.errors.length;
  const label = (name: InspectorTab): string =>
    name === "errors" && errors > 0 ? `errors (${errors})` : name === "model" ? "conversation" : name;
  const tabs = inspectorTabs.map((name) => ({ name, label: label(name) }));
  return (
    <section className="inspector" aria-label="Details">
      <Tabs label="Details of the step" tabs={tabs} selected={tab} onSelect={onTab}>
        <div className="inspected">{panel(props)}</div>
      </Tabs>
    </section>
  );
}

function panel({ record, source, step, tab, shown, hovered, onHover, onStep, again }: InspectorProps) {
  switch (tab) {
    case "check":
      return <CheckTab job={record.job} step={step} />;
    case "timing":
      return <TimingTab record={record} step={step} />;
    case "errors":
      return <ErrorsTab errors={record.errors} source={source} step={step} onStep={onStep} />;
  }
  if (step === undefined) return <p className="quiet">No step is chosen.</p>;
  switch (tab) {
    case "thinking":
      return <ThinkingTab record={record} step={step} />;
    case "action":
      return <ActionTab step={step} source={source} />;
    case "tree":
      return <TreeTab step={step} source={source} shown={shown} hovered={hovered} onHover={onHover} />;
    case "model":
      return <StepConversation step={step} source={source} again={again} />;
    case "adb":
      return <AdbTab step={step} source={source} />;
  }
}

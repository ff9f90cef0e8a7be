import { useSyncExternalStore } from "react";
import { type InspectorTab, inspectorTab } from "../job-view/inspector.tsx";

/** Where in a report one looks. It is after `#`: a file has no other address, and a link to a step can be sent all the same. */
export interface ReportPlace {
  readonly job?: string | undefined;
  readonly step?: number | undefined;
  readonly tab?: InspectorTab | undefined;
}

export function placeOf(hash: string): ReportPlace {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    job: given.get("job") ?? undefined,
    step: Number(given.get("step")) || undefined,
    tab: inspectorTab(given.get("tab") ?? undefined),
  };
}

export function hashOf({ job, step, tab }: ReportPlace): string {
  const given = Object.entries({ job, step, tab }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `#${new URLSearchParams(given)}`;
}

export const useReportPlace = (): ReportPlace => {
  const hash = useSyncExternalStore(
    (listener) => {
      window.addEventListener("hashchange", listener);
      return () => window.removeEventListener("hashchange", listener);
    },
    () => window.location.hash,
  );
  return placeOf(hash);
};

/** An entry for each step would make the history useless: only the way to another job is kept. */
export function goTo(place: ReportPlace): void {
  const url = new URL(window.location.href);
  url.hash = hashOf(place);
  window.location.replace(url);
}

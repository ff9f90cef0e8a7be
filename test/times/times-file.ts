import path from "node:path";

/** What the files of the last run took, the most expensive first. */
export const timesFile = path.resolve(
  import.meta.dirname,
  "../../node_modules/.cache/drover/test-times.json",
);

export interface FileTimes {
  readonly file: string;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly tests: number;
}

import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { textSearch } from "../../parts/search-params.ts";

/** Of the list, in the API's own words; `new` is the form for another job. */
export const jobsSearch = textSearch(
  "status",
  "outcome",
  "errorCode",
  "deviceId",
  "hostId",
  "app",
  "tag",
  "batchId",
  "model",
  "claim",
  "claimAgrees",
  "reviewed",
  "text",
  "from",
  "to",
  "kind",
  "sort",
  "new",
);
export type JobsSearch = ReturnType<typeof jobsSearch>;

export type JobsQuery = NonNullable<DroverApi["listJobs"]["query"]>;

/** What the API is asked for by an address. What somebody typed into it may be no word of the API's, which then says so. */
export function jobsQuery({ new: _form, from, to, ...filters }: JobsSearch): JobsQuery {
  return {
    ...filters,
    ...(from === undefined ? {} : { from: utcTime(from) }),
    ...(to === undefined ? {} : { to: utcTime(to) }),
  } as JobsQuery;
}

/** `2026-11-22`, with or without a time of day, as the API wants it; what cannot be read it is left to refuse. */
function utcTime(text: string): string {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}Z`);
  return day === undefined || Number.isNaN(at.getTime()) ? text : at.toISOString();
}

/** The same list on the command line. */
export function jobsCommand(query: JobsQuery): string {
  const flags = Object.entries(query).map(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return ` ${flag} ${/^[\w.:@/-]+$/.test(String(value)) ? value : `'${String(value).replaceAll("'", "'\\''")}'`}`;
  });
  return `drover jobs${flags.join("")}`;
}

import type { BatchResult } from "../../contracts/batch/batch-result.ts";
import type { JobOutcome } from "../../contracts/job/job.ts";
import { isUnverified } from "../shown-outcome.ts";
import type { ResultSource } from "./result-source.ts";
import { xmlTag, xmlText } from "./xml-text.ts";

/** How CI systems count a case: what the agent did not do is a failure, what kept it from being tried an error. */
export type CaseKind = "passed" | "failure" | "error" | "skipped";

const kinds: { readonly [Outcome in JobOutcome]: CaseKind } = {
  succeeded: "passed",
  failed: "failure",
  over_budget: "failure",
  refused: "failure",
  inconclusive: "error",
  invalid: "error",
  cancelled: "skipped",
};

/** What has not ended was not tested, and a report must not call it passed; what is quarantined fails no report. */
export function caseKind(
  { status, outcome, verdict }: Pick<BatchResult, "status" | "outcome" | "verdict">,
  isQuarantined: boolean,
): CaseKind {
  if (status !== "ended" || outcome === undefined) return "skipped";
  // A report must not call an unchecked job passed either.
  if (isUnverified({ outcome, verdict })) return "skipped";
  return isQuarantined && outcome !== "succeeded" ? "skipped" : kinds[outcome];
}

export const caseSeconds = ({ wallMilliseconds = 0 }: Pick<BatchResult, "wallMilliseconds">): number =>
  Math.round(wallMilliseconds) / 1000;

interface CaseOptions {
  readonly linkTo: ResultSource["linkTo"];
  readonly isQuarantined: boolean;
}

/** A task that runs once is a case under its own name; repetitions have a number. */
const caseName = ({ taskId, epoch }: BatchResult): string => (epoch === 1 ? taskId : `${taskId}#${epoch}`);

export function junitCase(
  result: BatchResult,
  batchName: string,
  { linkTo, isQuarantined }: CaseOptions,
): string {
  const { variant, status, link } = result;
  const kind = caseKind(result, isQuarantined);
  const why = result.outcomeReason ?? result.reason ?? result.errorCode ?? status;
  const message = isUnverified(result)
    ? `succeeded, unverified: ${why}`
    : isQuarantined && status === "ended"
      ? `quarantined, ${result.outcome}: ${why}`
      : why;
  const verdict =
    kind === "passed"
      ? []
      : kind === "skipped"
        ? [xmlTag(kind, { message }, true)]
        : [xmlTag(kind, { message, type: result.outcome ?? status }, false), body(result, why), `</${kind}>`];
  const output = link === undefined ? [] : [`<system-out>${unbroken(link)}</system-out>`];
  const attributes = {
    classname: `${batchName}.${variant}`,
    name: caseName(result),
    time: caseSeconds(result),
  };
  return [
    xmlTag("testcase", attributes, false),
    properties(result, linkTo, isQuarantined),
    ...verdict,
    ...output,
    "</testcase>\n",
  ].join("\n");
}

/** What CI systems show below the message: the failed check line by line, and where to look. */
function body({ failedCheck, jobId, link }: BatchResult, why: string): string {
  const { place, expected, actual } = failedCheck ?? {};
  const lines = [
    ...(failedCheck === undefined ? [why] : [place, `expected: ${expected}`, `actual:   ${actual}`]),
    ...(jobId === undefined ? [] : [`job:      ${jobId}`]),
  ];
  const linked = link === undefined ? [] : [unbroken(link)];
  return [...lines.map((line) => xmlText(line ?? "")), ...linked].join("\n");
}

function properties(
  { tags, weight, attempts, link, ...result }: BatchResult,
  linkTo: ResultSource["linkTo"],
  isQuarantined: boolean,
): string {
  const tokens = (result.inputTokens ?? 0) + (result.outputTokens ?? 0);
  const { jobId, deviceId, hostId, steps, costUsd, progress, errorCode, verdict } = result;
  const values = { jobId, deviceId, hostId, steps, costUsd, progress, errorCode, verdict, tokens, weight };
  const known = Object.entries({ ...values, attempts: attempts.length }).flatMap(([name, value]) =>
    value === undefined ? [] : [property(name, value)],
  );
  const linked = link === undefined ? [] : [linkProperty("link", link)];
  const tagged = tags.map((tag) => property("tag", tag));
  const tried = attempts.flatMap((attempt) => [
    property(`attempt ${attempt.attempt}`, attemptWords(attempt)),
    ...(linkTo === undefined ? [] : [linkProperty(`attempt ${attempt.attempt} link`, linkTo(attempt.jobId))]),
  ]);
  const listed = isQuarantined ? [property("quarantined", "true")] : [];
  return `<properties>${[...known, ...listed, ...linked, ...tagged, ...tried].join("")}</properties>`;
}

const property = (name: string, value: string | number): string => xmlTag("property", { name, value }, true);

const linkProperty = (name: string, link: string): string =>
  `<property name="${xmlText(name)}" value="${unbroken(link)}"/>`;

const attemptWords = ({ jobId, outcome, errorCode }: BatchResult["attempts"][number]): string =>
  [jobId, outcome ?? "running", errorCode].filter((word) => word !== undefined).join(" ");

/** A link must stay what it is, also one to [::1]: its colons are references that no CI system takes for a command. */
const unbroken = (link: string): string => link.split("::").map(xmlText).join("&#58;&#58;");

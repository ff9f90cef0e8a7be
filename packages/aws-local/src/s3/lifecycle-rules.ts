import { checkElements, numberInXml } from "./operations/request-xml.ts";
import { malformedXml, notImplemented } from "./s3-error.ts";
import { readXml, textOf, type XmlElement } from "./xml/read-xml.ts";
import type { XmlContent } from "./xml/write-xml.ts";

/** Absent: it does not expire, it is not aborted. */
export interface LifecycleRule {
  readonly id: string;
  readonly isEnabled: boolean;
  readonly prefix: string;
  readonly expirationDays?: number;
  /** ISO 8601, a midnight. */
  readonly expirationDate?: string;
  readonly abortAfterDays?: number;
}

const mostRules = 1_000;

export function readLifecycle(body: Buffer): readonly LifecycleRule[] {
  const root = readXml(body);
  checkElements(root, "LifecycleConfiguration", ["Rule"]);
  if (root.children.length === 0 || root.children.length > mostRules) throw malformedXml();
  return root.children.map((rule, at) => readRule(rule, `rule-${at + 1}`));
}

function readRule(rule: XmlElement, defaultId: string): LifecycleRule {
  checkElements(rule, "Rule", [
    "ID",
    "Status",
    "Filter",
    "Prefix",
    "Expiration",
    "AbortIncompleteMultipartUpload",
  ]);
  const status = textOf(rule, "Status")?.trim();
  if (status !== "Enabled" && status !== "Disabled") throw malformedXml();
  const actions = { ...readExpiration(rule), ...readAbort(rule) };
  if (Object.keys(actions).length === 0) throw malformedXml();
  return {
    id: textOf(rule, "ID") ?? defaultId,
    isEnabled: status === "Enabled",
    prefix: readPrefix(rule),
    ...actions,
  };
}

const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

function readPrefix(rule: XmlElement): string {
  const filter = childOf(rule, "Filter");
  if (filter) checkElements(filter, "Filter", ["Prefix"]);
  return (filter && textOf(filter, "Prefix")) ?? textOf(rule, "Prefix") ?? "";
}

function readExpiration(rule: XmlElement): Pick<LifecycleRule, "expirationDays" | "expirationDate"> {
  const expiration = childOf(rule, "Expiration");
  if (!expiration) return {};
  checkElements(expiration, "Expiration", ["Days", "Date"]);
  const days = textOf(expiration, "Days");
  const date = textOf(expiration, "Date");
  if ((days === undefined) === (date === undefined)) throw malformedXml();
  if (days !== undefined) return { expirationDays: numberInXml(days, 1) };
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time) || time % millisecondsOfDay !== 0)
    throw notImplemented("an expiration that is at no midnight");
  return { expirationDate: new Date(time).toISOString() };
}

function readAbort(rule: XmlElement): Pick<LifecycleRule, "abortAfterDays"> {
  const abort = childOf(rule, "AbortIncompleteMultipartUpload");
  if (!abort) return {};
  checkElements(abort, "AbortIncompleteMultipartUpload", ["DaysAfterInitiation"]);
  return { abortAfterDays: numberInXml(textOf(abort, "DaysAfterInitiation") ?? "", 1) };
}

export const rulesAsXml = (rules: readonly LifecycleRule[]): { readonly [name: string]: XmlContent } => ({
  Rule: rules.map(({ id, prefix, isEnabled, expirationDays, expirationDate, abortAfterDays }) => ({
    ID: id,
    Filter: { Prefix: prefix },
    Status: isEnabled ? "Enabled" : "Disabled",
    Expiration:
      expirationDays === undefined && expirationDate === undefined
        ? undefined
        : { Days: expirationDays, Date: expirationDate },
    AbortIncompleteMultipartUpload:
      abortAfterDays === undefined ? undefined : { DaysAfterInitiation: abortAfterDays },
  })),
});

export const millisecondsOfDay = 24 * 3600 * 1000;

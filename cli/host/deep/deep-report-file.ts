import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { DeepReport, PartFinding } from "#shared/contracts/device/deep-report.ts";
import { plain, safeJson } from "#shared/text/plain-text.ts";
import { partTexts } from "./deep-findings.ts";

const kindWords: { readonly [Kind in PartFinding["kind"]]: string } = {
  passed: "passed",
  failed: "**failed**",
  notSupported: "not supported",
  notTried: "not tried",
};
const longestText = 600;

/** The same for the same device, and no way back to its serial. */
export const aliasOf = (serial: string): string =>
  `device-${createHash("sha256").update(serial).digest("hex").slice(0, 8)}`;

/** The report without the serial, however it is written: an id has `_` for what ids do not have. */
export function withoutSerial<Value>(value: Value, serial: string): Value {
  const names = [serial, serial.replaceAll(/[^A-Za-z0-9_-]/g, "_")];
  const hide = (text: string): string =>
    names.reduce((rest, name) => rest.replaceAll(name, aliasOf(serial)), text);
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === "string" ? plain(hide(inner)).slice(0, longestText) : inner,
  ) as Value;
}

/** Text of a device in a table of Markdown: no mark-up, no link, no person called. */
const cell = (text: string): string =>
  plain(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("@", "&#64;")
    .replace(/[\\`*_{}[\]()#+!|~^$]/g, "\\$&")
    .replaceAll("://", ":&#47;&#47;");

const line = ({ part, kind, seconds, expected, seen, ...rest }: PartFinding): string => {
  const remedy = "remedy" in rest ? cell(rest.remedy) : "";
  return `| ${partTexts[part].title} | ${kindWords[kind]} | ${seconds.toFixed(1)} | ${cell(expected)} | ${cell(seen)} | ${remedy} |`;
};

export function markdownOf(report: DeepReport): string {
  const { device, parts } = report;
  const count = (kind: PartFinding["kind"]): number => parts.filter((part) => part.kind === kind).length;
  const facts = [device.manufacturer, device.model].filter(Boolean).join(" ");
  return `# drover hosts doctor --deep

${count("passed")} passed, ${count("failed")} failed, ${count("notSupported")} not supported, ${count("notTried")} not tried, in ${report.seconds.toFixed(0)} s.

- Device: ${cell(facts || "unknown")}, Android ${cell(device.android ?? "unknown")} (API ${device.apiLevel ?? "unknown"}), ${device.alias}
- Build: ${cell(device.build ?? "unknown")}
- Drover ${cell(report.drover)} on ${cell(report.machine)}, ${report.startedAt}

| part | result | seconds | expected | seen | what to do |
| --- | --- | ---: | --- | --- | --- |
${parts.map(line).join("\n")}
`;
}

/** `<base>.md` for people and `<base>.json` for programs. */
export async function writeReport(base: string, report: DeepReport): Promise<readonly string[]> {
  const texts = { [`${base}.md`]: markdownOf(report), [`${base}.json`]: `${safeJson(report, 2)}\n` };
  for (const [file, text] of Object.entries(texts)) await writeFile(file, text, { mode: 0o600 });
  return Object.keys(texts);
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { consoleDirectory } from "#shared/project-files.ts";
import { displayText } from "#shared/text/display-text.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const pack = promisify(gzip);

/** The console's own components, built to stand in one file. */
export interface ReportParts {
  readonly script: string;
  readonly style: string;
}

/** @throws CommandFailure when they were not built */
export async function readReportParts(
  directory = path.join(consoleDirectory, "report"),
): Promise<ReportParts> {
  try {
    const [script, style] = await Promise.all(
      ["report.js", "report.css"].map((name) => readFile(path.join(directory, name), "utf8")),
    );
    return { script: scriptText(script ?? ""), style: style ?? "" };
  } catch {
    throw new CommandFailure(exitCodes.error, "The report's page was not built.", [
      "Build it with: npm run build:console",
    ]);
  }
}

/** As it may stand in an element: in its texts and patterns the three marks mean the same when they are written so. */
export const scriptText = (script: string): string => script.replace(/<(?=!--|\/?script)/gi, "\\x3c");

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Nothing runs but our script; what is shown comes from the page itself, of a site from beside it. */
function policyOf(sources: {
  readonly script: string;
  readonly style: string;
  readonly pictures: string;
}): string {
  return [
    "default-src 'none'",
    `script-src ${sources.script}`,
    `style-src ${sources.style}`,
    `img-src ${sources.pictures}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const longestTitle = 120;

const headOf = (title: string, policy: string, style: string): string =>
  [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(displayText(title, longestTitle))} – Drover</title>`,
    style,
    "</head>",
    "<body>",
    '<div id="root"></div>',
    "",
  ].join("\n");

export interface PageFrame {
  readonly head: string;
  readonly foot: string;
}

/** Before and after the data of a page that holds everything. */
export const oneFileFrame = (title: string, { script, style }: ReportParts): PageFrame => ({
  head: headOf(
    title,
    policyOf({ script: hashOf(script), style: hashOf(style), pictures: "data:" }),
    `<style>${style}</style>`,
  ),
  foot: `<script>${script}</script>\n</body>\n</html>\n`,
});

/** Of a page of a site, whose script, style and pictures lie beside it. `up`: from the page to the front one's folder. */
export const siteFrame = (title: string, up: "" | "../"): PageFrame => ({
  head: headOf(
    title,
    policyOf({ script: "'self'", style: "'self'", pictures: "'self'" }),
    `<link rel="stylesheet" href="${up}report.css">`,
  ),
  foot: `<script src="${up}report.js"></script>\n</body>\n</html>\n`,
});

/** Data that no browser runs and no text in it can end: base64 has no mark of HTML. */
export const dataBlock = (id: string, base64: string): string =>
  `<script type="text/plain" id="${id}">${base64}</script>\n`;

export const packedJson = async (value: unknown): Promise<string> =>
  (await pack(JSON.stringify(value), { level: 9 })).toString("base64");

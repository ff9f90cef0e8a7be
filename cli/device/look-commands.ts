import type { Command } from "commander";
import * as z from "zod";
import type { Region, StateFinding } from "#shared/contracts/device/device-tools.ts";
import { elementName } from "#shared/screen/element-label.ts";
import { displayText } from "#shared/text/display-text.ts";
import { farmClient } from "../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../find-farm.ts";
import { deviceId, each, someText, valueBy } from "../options/option-values.ts";
import { saveLink } from "../read-link.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { table } from "../terminal/table.ts";
import { json, out, plain } from "../terminal/terminal.ts";

const longestName = 80;
const client = ({ dir }: FarmFlags) => farmClient(dir);
const texts = each(someText);
const withOptions = (command: Command): Command =>
  withFarmFlags(command).argument("<id>", "the device", deviceId);

const region = valueBy(
  z
    .string()
    .regex(/^[\d.]+(,[\d.]+){3}$/)
    .transform((text): Region => {
      const [left = 0, top = 0, right = 0, bottom = 0] = text.split(",").map(Number);
      const unit = Math.max(right, bottom) <= 1 ? "normalised" : "pixels";
      return { left, top, right, bottom, unit };
    }),
  "Give left,top,right,bottom in pixels, or from 0 to 1.",
);

/** What only looks at a device, whoever holds it: the tools of docs/spec.md E3, and G3. */
export function addLookCommands(devices: Command): void {
  withOptions(devices.command("locate"))
    .description("find something on the screen, with a confidence")
    .argument("<description>", "its name or words such as 'the \"Save\" button'", someText)
    .action(locate);
  withOptions(devices.command("validate"))
    .description("check the screen; exit with 1 when a check fails")
    .option("--text <text>", "a text on the screen; repeatable", texts)
    .option("--absent <text>", "a text that is not on the screen", texts)
    .option("--on <name>", "a switch that is on", texts)
    .option("--off <name>", "a switch that is off", texts)
    .option("--app <package>", "the app in front", someText)
    .option("--like <description>", "an element or app, described in words", someText)
    .action(validate);
  withOptions(devices.command("screenshot"))
    .description("save a picture of the current screen")
    .requiredOption("--out <file>", "the PNG file to write", someText)
    .option("--region <area>", "only this rectangle: left,top,right,bottom", region)
    .action(screenshot);
  withOptions(devices.command("hierarchy"))
    .description("print every window with all its views")
    .option("--out <file>", "write uiautomator's XML to this file", someText)
    .action(hierarchy);
}

async function locate(id: string, description: string, options: FarmFlags): Promise<void> {
  const found = await (await client(options)).locate(id, description);
  if (options.json) return json(found);
  if (found.candidates.length === 0) out("The screen shows no such element.");
  const rows = found.candidates.map(({ element, confidence, pixel, coordinate }) => [
    String(confidence),
    displayText(elementName(element), longestName),
    `${pixel.x},${pixel.y}`,
    coordinate.map((part) => part.toFixed(3)).join(","),
  ]);
  if (rows.length > 0) table(["confidence", "element", "pixel", "normalised"], rows);
}

interface ValidateOptions extends FarmFlags {
  readonly text?: readonly string[];
  readonly absent?: readonly string[];
  readonly on?: readonly string[];
  readonly off?: readonly string[];
  readonly app?: string;
  readonly like?: string;
}

async function validate(id: string, options: ValidateOptions): Promise<void> {
  const toggles = [
    ...(options.on ?? []).map((name) => ({ name, on: true })),
    ...(options.off ?? []).map((name) => ({ name, on: false })),
  ];
  const { text: texts, absent, app, like: description } = options;
  const body = { texts, absent, toggles, package: app, description };
  const found = await (await client(options)).validate(id, body);
  if (options.json) json(found);
  else for (const finding of found.findings) out(lineOf(finding));
  if (found.result !== "met") process.exitCode = exitCodes.failed;
}

const lineOf = ({ what, result, difference }: StateFinding): string =>
  plain(
    `${result}: ${displayText(what, 300)}${difference === undefined ? "" : `. ${displayText(difference, 500)}`}`,
  );

interface PictureOptions extends FarmFlags {
  readonly out: string;
  readonly region?: Region;
}

async function screenshot(id: string, options: PictureOptions): Promise<void> {
  const { links, ...told } = await (await client(options)).screenshot(id, {
    region: options.region,
    as: "link",
  });
  await saveLink(links.screenshot, "The screenshot", options.out);
  if (options.json) return json(told);
  const { size, secure } = told;
  out(`${options.out}: ${size.width}x${size.height}${secure ? ", of an app that forbids pictures" : ""}`);
}

async function hierarchy(id: string, options: FarmFlags & { readonly out?: string }): Promise<void> {
  const { links, ...told } = await (await client(options)).hierarchy(id);
  if (options.out !== undefined) await saveLink(links.hierarchy, "The hierarchy", options.out);
  if (options.json) return json(told);
  const rows = told.windows.map(({ title, type, layer, focused, bounds, nodes }) => [
    displayText(title, longestName),
    type,
    String(layer),
    focused ? "yes" : "",
    `${bounds.left},${bounds.top} ${bounds.right},${bounds.bottom}`,
    String(nodes),
  ]);
  table(["window", "type", "layer", "focus", "place", "views"], rows);
}

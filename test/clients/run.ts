/**
 * `npm run test:clients [-- --phones 4 --jobs 24 --direct --only appium]`: other people's clients, unmodified, on two virtual phones, and on the port of one
 * session while a batch runs on the farm's other phones (not with `--direct`). Prints a table of clients and functions: ✓, – for what a
 * client does not offer (or would end the session), else what failed; ends with 1 when something did, or the batch suffered. Needs `adb` on the PATH and npm's
 * registry; adbutils is tried where pip finds it.
 */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { adbClient } from "./adb.ts";
import { adbkitClient } from "./adbkit.ts";
import { appiumOnPhone, type TestResults } from "./appium/on-appium.ts";
import { appiumAdbClient } from "./appium-adb.ts";
import { type CheckResults, notAsked } from "./check-functions.ts";
import { clientFunctions, type PhoneClient } from "./client-phone.ts";
import { mobileMcpClient } from "./mobile-mcp.ts";
import { onSessionPort } from "./on-session-port.ts";
import { onTwoPhones } from "./on-two-phones.ts";
import { yaWebadbClient } from "./ya-webadb.ts";

const { values } = parseArgs({
  options: {
    phones: { type: "string", default: "4" },
    jobs: { type: "string", default: "24" },
    direct: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

const all: readonly PhoneClient[] = [
  adbClient,
  adbkitClient,
  yaWebadbClient,
  appiumAdbClient,
  mobileMcpClient("program"),
  mobileMcpClient("legacy"),
];
const clients = values.only === "appium" ? [] : all;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Row {
  readonly client: string;
  /** Of each phone that it drove. */
  readonly results: readonly CheckResults[];
}

/** Of the phones that a client drove, the worst: what failed on one failed. */
const cell = (results: readonly CheckResults[], name: (typeof clientFunctions)[number]): string =>
  results.map((one) => one[name]).find((said) => said !== null && said !== notAsked) ??
  results[0]?.[name] ??
  "✓";

/** How many functions failed. */
function report(title: string, rows: readonly Row[]): number {
  if (rows.length === 0) return 0;
  const cells = rows.map(({ client, results }) => [
    client,
    ...clientFunctions.map((name) => cell(results, name)),
  ]);
  const failures = cells.flatMap(([client = "", ...said]) =>
    said.flatMap((text, index) =>
      text === "✓" || text === notAsked ? [] : [`${client}, ${clientFunctions[index]}: ${text}`],
    ),
  );
  const table = new Table({ head: ["", ...clientFunctions], style: { head: [], border: [] } });
  for (const [client = "", ...said] of cells)
    table.push([client, ...said.map((text) => (text === "✓" || text === notAsked ? text : "✗"))]);
  print(`\n${title}\n${table}`);
  for (const failure of failures) print(failure);
  return failures.length;
}

/** How many tests of WebdriverIO failed. */
function reportAppium(title: string, results: TestResults): number {
  const failures = Object.entries(results).filter(([, said]) => said !== null);
  print(
    `\nAppium with UiAutomator2 and WebdriverIO, ${title}: ${Object.keys(results).length - failures.length} of ${Object.keys(results).length} tests`,
  );
  for (const [name, said] of failures) print(`${name}: ${said}`);
  return failures.length;
}

let failed = 0;
const direct: Row[] = [];
for (const client of clients) direct.push({ client: client.name, results: await onTwoPhones(client) });
failed += report("two phones at once", direct);
failed += reportAppium("one phone", await appiumOnPhone());
if (!values.direct) {
  const session = await onSessionPort(clients, { phones: Number(values.phones), jobs: Number(values.jobs) });
  failed +=
    report("the port of one session", session.rows) + reportAppium("the port of one session", session.appium);
  for (const line of session.besides) print(line);
}
if (failed > 0) process.exitCode = 1;

import { readFileSync } from "node:fs";
import path from "node:path";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import { projectRoot } from "#shared/project-files.ts";

interface TableNames {
  readonly TableName: string;
  readonly RestoredTable: string;
}

const page = readFileSync(path.join(projectRoot, "docs/operations.md"), "utf8");
const [, commands = ""] = /^## Restoring .*?^```sh\n(.*?)^```/ms.exec(page) ?? [];

/** The commands of docs/operations.md, with names for what stands in `<…>` there, in their order. */
const commandsWith = (names: TableNames): readonly string[] =>
  commands
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").replace(/<(\w+)>/g, (_, name: string) => named(names, name)));

function named(names: TableNames, name: string): string {
  if (name === "TableName" || name === "RestoredTable") return names[name];
  throw new Error(`docs/operations.md does not say what <${name}> is`);
}

/** Does what the page's `aws dynamodb` commands do. */
export async function restoreAsDocumented(client: dynamodb.DynamoDBClient, names: TableNames): Promise<void> {
  for (const command of commandsWith(names)) {
    const [aws, service, operation = "", ...options] = command.split(/\s+/);
    if (aws !== "aws" || service !== "dynamodb") continue;
    if (operation === "wait") {
      await dynamodb.waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: names.RestoredTable });
      continue;
    }
    const Command = Object(dynamodb)[`${inPascalCase(operation)}Command`];
    await client.send(new Command(inputOf(options)));
  }
}

/** What the page's `drover deploy` is told. */
export const documentedContext = (names: TableNames): Readonly<Record<string, string>> =>
  Object.fromEntries(
    commandsWith(names)
      .filter((command) => command.startsWith("drover deploy"))
      .flatMap((command) => [...command.matchAll(/--context (\w+)=(\S+)/g)])
      .map(([, name = "", value = ""]) => [name, value]),
  );

const inPascalCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());

/** As the AWS command line reads them: a name without a value is a yes, and `A=b,C=d` an object. */
function inputOf(options: readonly string[]): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [index, option] of options.entries()) {
    if (!option.startsWith("--")) continue;
    const value = options[index + 1];
    input[inPascalCase(option.slice(2))] =
      value === undefined || value.startsWith("--") ? true : readValue(value);
  }
  return input;
}

const readValue = (text: string): unknown =>
  text.includes("=")
    ? Object.fromEntries(
        text
          .split(",")
          .map((pair) => pair.split("="))
          .map(([name, one]) => [name, one === "true" ? true : one]),
      )
    : text;

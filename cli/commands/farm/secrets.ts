import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { each, packageName, secretName, someText } from "../../options/option-values.ts";
import { askForSecret } from "../../terminal/ask-for-secret.ts";
import { list } from "../../terminal/table.ts";
import { json, out, plain, say } from "../../terminal/terminal.ts";

interface SetOptions extends FarmFlags {
  readonly package: readonly string[];
  readonly fromFile?: string;
}

export const secretsCommand = (command: Command): Command => {
  withFarmFlags(command.command("set").argument("<name>", "the name in {{secret:<name>}}", secretName))
    .description("store a secret or replace its value; type it, pipe it or read it from a file")
    .option("--package <app>", "an app it may be typed into; repeatable", each(packageName), [])
    .option("--from-file <file>", "read the value from there", someText)
    .action(setSecret);
  withFarmFlags(command.command("list"))
    .description("list secrets and their apps; values cannot be read")
    .action(listSecrets);
  withFarmFlags(command.command("remove").argument("<name>", "the secret", secretName))
    .description("forget a secret")
    .action(async (name: string, options: FarmFlags) => {
      const removed = await (await client(options)).removeSecret(name);
      say(options, removed, `Secret ${removed.name} is removed.`);
    });
  return command;
};

const client = ({ dir }: FarmFlags) => farmClient(dir);

async function setSecret(name: string, options: SetOptions): Promise<void> {
  const api = await client(options);
  const value = await askForSecret(options.fromFile, process.stdin, (text) => process.stderr.write(text));
  const kept = await api.setSecret(name, { value, packages: options.package });
  if (options.json) return json(kept);
  const use =
    kept.packages.length === 0
      ? "only in checks: give --package to let agents type it"
      : `in ${kept.packages.join(", ")}`;
  out(plain(`Secret ${kept.name} is stored. Use it as {{secret:${kept.name}}} ${use}.`));
}

async function listSecrets(options: FarmFlags): Promise<void> {
  const { items } = await (await client(options)).secrets();
  list(options, { items }, ["secret", "typed into", "set at"], ({ name, packages, updatedAt }) => [
    name,
    packages.join(" ") || "nothing (only for checks)",
    updatedAt,
  ]);
}

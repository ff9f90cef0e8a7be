import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Command } from "commander";
import { deploymentSettings } from "#shared/config/deployment-settings.ts";
import { cdkFile, deploymentProgram, projectRoot } from "#shared/project-files.ts";
import { defined } from "#shared/values/defined.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { configFile, configOption } from "../../config-file.ts";
import { fittingSettings, tellLowQuotas } from "../../deploy/check-account.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { progress } from "../../terminal/terminal.ts";

interface DeployOptions {
  readonly context: readonly string[];
  readonly synth?: true;
  readonly output: string;
  readonly config?: string;
}

export const deployCommand = (command: Command): Command =>
  command
    .argument("[cdk options...]", "passed to cdk deploy, for example --profile prod")
    .option(
      "-c, --context <name=value>",
      "a setting, for example jwtIssuer=https://…; repeatable",
      collect,
      [],
    )
    .option("--synth", "only write the templates; this needs no account")
    .option("--output <dir>", "the folder for the templates", path.join(".drover", "cdk.out"))
    .option(...configOption)
    .allowUnknownOption()
    .action(async (cdkOptions: readonly string[], options: DeployOptions) => {
      process.exitCode = await deploy(cdkOptions, options);
    });

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

async function deploy(cdkOptions: readonly string[], options: DeployOptions): Promise<number> {
  const cdk = cdkCommand();
  const output = path.resolve(options.output);
  const account = { profile: profileOf(cdkOptions) };
  const { context: given } = deploymentSettings(options.context, readFileSync(cdkFile, "utf8"));
  const fitting = options.synth === true ? [] : await fittingSettings(given, account);
  const context = [...options.context, ...(fitting ?? [])].flatMap((setting) => ["--context", setting]);
  const config = defined({ DROVER_CONFIG_FILE: configFile(options.config) });
  const synthesised = await run([deploymentProgram, "--output", output, ...context], config);
  if (synthesised !== 0) return synthesised === exitCodes.usage ? exitCodes.usage : exitCodes.error;
  progress(`templates are in ${output}`);
  if (options.synth === true) return 0;
  await tellLowQuotas(output, given, account);
  const code = await run([cdk, "deploy", "--all", "--app", output, ...cdkOptions]);
  return code === 0 ? 0 : exitCodes.error;
}

/** CDK's own option, which decides whose account it is. */
function profileOf(cdkOptions: readonly string[]): string | undefined {
  const at = cdkOptions.findIndex((option) => /^--profile(=|$)/.test(option));
  return at < 0 ? undefined : (cdkOptions[at]?.split("=")[1] ?? cdkOptions[at + 1]);
}

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  // Ctrl-C reaches the child too, which decides what becomes of a deployment under way.
  const wait = (): void => {};
  const pass = (): boolean => child.kill("SIGTERM");
  process.on("SIGINT", wait).on("SIGTERM", pass);
  const [code] = (await once(child, "exit")) as [number | null];
  process.off("SIGINT", wait).off("SIGTERM", pass);
  return code;
}

/** @throws CommandFailure that says how to install CDK: it is large, and nothing else needs it. */
function cdkCommand(): string {
  const load = createRequire(path.join(projectRoot, "package.json"));
  // The other optional package is a device host's.
  const { "appium-uiautomator2-server": _server, ...cdk } = packageFile.peerDependencies;
  const needed = Object.entries(cdk);
  try {
    for (const [name] of needed) load.resolve(`${name}/package.json`);
    return load.resolve("aws-cdk/bin/cdk");
  } catch {
    const global = projectRoot.startsWith(path.join(process.cwd(), path.sep)) ? "" : "--global ";
    const packages = needed.map(([name, version]) => `${name}@${version}`).join(" ");
    throw new CommandFailure(
      exitCodes.error,
      `AWS CDK must be installed beside Drover; run "npm install ${global}${packages}".`,
    );
  }
}

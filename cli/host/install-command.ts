import { homedir } from "node:os";
import path from "node:path";
import { type Command, Option } from "commander";
import { mostEmulators } from "#device-host/devices/avd-emulator.ts";
import { droverCommand } from "#shared/project-files.ts";
import { defined } from "#shared/values/defined.ts";
import { someText } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { out, progress } from "../terminal/terminal.ts";
import { emulatorHome } from "./emulator-fence.ts";
import { given, withHostOptions } from "./host-options.ts";
import type { HostCredentials, HostSetup } from "./host-setup.ts";
import { refuseTooMany } from "./made-devices.ts";
import { runCommands } from "./run-commands.ts";
import type { RunOptions } from "./run-host-command.ts";
import { setupPlace } from "./setup-place.ts";
import { writeSetup } from "./write-setup.ts";

type Shared =
  | ("hostId" | "stage" | "pool" | "table" | "bucket" | "sdk" | "avdHome" | "ephemeral")
  | ("uiServer" | "uiServerApks" | "autoScalingGroup" | "idleMinutes" | "drainMinutes");

interface InstallOptions extends Pick<RunOptions, Shared> {
  readonly system?: boolean;
  readonly user?: string;
  readonly dryRun?: boolean;
  readonly start?: boolean;
  readonly tenant?: string;
  readonly region?: string;
  readonly dir?: string;
  readonly devices: number;
  readonly credentials: HostCredentials["kind"] | "roles-anywhere";
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly trustAnchor?: string;
  readonly profileArn?: string;
  readonly roleArn?: string;
  readonly signingHelper: string;
}

export const installCommand = (command: Command): Command =>
  withCredentials(
    withHostOptions(
      command
        .option("--system", "install system services, which run without a signed-in user (Linux)")
        .option("--user <name>", "the user of system services", someText, "drover")
        .option("--dry-run", "print the files without secrets, and write nothing")
        .option("--start", "start the services now")
        .addOption(new Option("--region <region>", "of the deployment").env("AWS_REGION").argParser(someText))
        .option(
          "--dir <dir>",
          "the folder for hosts' journals (default: ~/.drover; with --system /var/lib/drover)",
          someText,
        )
        .option(
          "--devices <n>",
          "number of permanent emulators; 0 for connected devices",
          wholeNumber(0, mostEmulators),
          0,
        ),
      ...(["hostId", "stage", "tenant", "pool", "table", "bucket", "sdk", "avdHome", "image"] as const),
      ...([
        "ephemeral",
        "uiServer",
        "uiServerApks",
        "autoScalingGroup",
        "idleMinutes",
        "drainMinutes",
      ] as const),
    ),
  ).action(install);

const withCredentials = (command: Command): Command =>
  command
    .addOption(
      new Option(
        "--credentials <kind>",
        "machine: an existing role or profile; keys: the current AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
      )
        .choices(["machine", "keys", "roles-anywhere"])
        .default("machine"),
    )
    .option("--certificate <file>", "of IAM Roles Anywhere: the machine's certificate", someText)
    .option("--private-key <file>", "of IAM Roles Anywhere: its key", someText)
    .option("--trust-anchor <arn>", "of IAM Roles Anywhere", someText)
    .option("--profile-arn <arn>", "of IAM Roles Anywhere", someText)
    .option(
      "--role-arn <arn>",
      "of IAM Roles Anywhere: tagged drover:tenant, with the policy for hosts",
      someText,
    )
    .option(
      "--signing-helper <file>",
      "of IAM Roles Anywhere: AWS's program",
      someText,
      "aws_signing_helper",
    );

async function install(options: InstallOptions): Promise<void> {
  const place = setupPlace(options);
  const files = place.files(setupOf(options));
  if (options.dryRun) {
    for (const { path: file, text, mode } of files)
      out(`# ${file} (${mode.toString(8)})\n${hidden(text)}`.trimEnd());
    return;
  }
  await writeSetup(files, place.configDir).catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.error, `The services cannot be written: ${String(cause)}.`, [
      "Run it as root with --system, or omit --system to install user services.",
    ]);
  });
  progress(`${files.length} files written; ${place.configDir} has the settings`);
  if (options.start) await runCommands(place.start);
  else for (const words of place.start) progress(`start it: ${words.join(" ")}`);
}

const hidden = (text: string): string =>
  text.replaceAll(/^(AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY)|OTEL_\w*HEADERS)=.*$/gm, "$1=…");

/** Where whoever installs has traces sent, the host sends them. */
const telemetryVariables = (environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith("OTEL_") && value ? [[name, value]] : [],
    ),
  );

function setupOf(options: InstallOptions): HostSetup {
  const dir = path.resolve(
    options.dir ?? (options.system ? "/var/lib/drover" : path.join(homedir(), ".drover")),
  );
  const { devices: emulators, ephemeral = 0, sdk, autoScalingGroup: name } = options;
  if (emulators > 0 && ephemeral > 0)
    throw new CommandFailure(
      exitCodes.usage,
      "A host uses either permanent emulators (--devices) or emulators made for each job (--ephemeral).",
    );
  refuseTooMany(ephemeral);
  if ((emulators > 0 || (options.system && ephemeral > 0)) && sdk === undefined)
    throw new CommandFailure(exitCodes.usage, "Emulators need the Android SDK: give --sdk.");
  return {
    hostId: options.hostId,
    stage: options.stage,
    tenant: given(
      options.tenant,
      "--tenant",
      "It is the tenant whose jobs the host takes, as named in tokens.",
    ),
    pool: options.pool,
    table: given(options.table, "--table"),
    bucket: given(options.bucket, "--bucket"),
    region: given(options.region, "--region", "Give the deployment's region, or set AWS_REGION."),
    credentials: credentialsOf(options, process.env),
    dir,
    node: process.execPath,
    drover: droverCommand,
    sdk: sdk === undefined ? null : path.resolve(sdk),
    avdHome: path.resolve(options.avdHome ?? path.join(options.system ? emulatorHome : dir, "avd")),
    emulators,
    ephemeral,
    uiServer: { use: options.uiServer, ...defined({ apks: serverApks(options) }) },
    tracing: telemetryVariables(process.env),
    group:
      name === undefined
        ? null
        : { name, idleMinutes: options.idleMinutes, drainMinutes: options.drainMinutes },
  };
}

const serverApks = ({ uiServerApks: dir }: InstallOptions): string | undefined =>
  dir === undefined ? undefined : path.resolve(dir);

const rolesAnywhereAdvice = "Take it from IAM Roles Anywhere; docs/hosts.md explains each value.";
const keysAdvice = "Set it in this shell, or use existing credentials with --credentials machine.";

function credentialsOf(options: InstallOptions, environment: NodeJS.ProcessEnv): HostCredentials {
  if (options.credentials === "keys")
    return {
      kind: "keys",
      accessKeyId: given(environment.AWS_ACCESS_KEY_ID, "AWS_ACCESS_KEY_ID", keysAdvice),
      secretAccessKey: given(environment.AWS_SECRET_ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", keysAdvice),
    };
  if (options.credentials !== "roles-anywhere") return { kind: "machine" };
  return {
    kind: "rolesAnywhere",
    signingHelper: options.signingHelper,
    certificate: path.resolve(given(options.certificate, "--certificate", rolesAnywhereAdvice)),
    privateKey: path.resolve(given(options.privateKey, "--private-key", rolesAnywhereAdvice)),
    trustAnchorArn: given(options.trustAnchor, "--trust-anchor", rolesAnywhereAdvice),
    profileArn: given(options.profileArn, "--profile-arn", rolesAnywhereAdvice),
    roleArn: given(options.roleArn, "--role-arn", rolesAnywhereAdvice),
  };
}

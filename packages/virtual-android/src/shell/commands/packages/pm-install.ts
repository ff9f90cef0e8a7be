import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll, readUpTo } from "../../streams.ts";
import { ArgumentReader } from "../service-command.ts";

interface InstallOptions {
  replace: boolean;
  downgrade: boolean;
  grantAll: boolean;
  testOnly: boolean;
  lowTargetSdk: boolean;
  sizeBytes: number | null;
}
interface InstallSession extends InstallOptions {
  readonly parts: Map<string, Buffer>;
}

const largestApkBytes = 512 * 1024 * 1024;
const maximumSessions = 50;
const optionsWithValue = new Set([
  "-i",
  "--user",
  "--abi",
  "--install-location",
  "--originating-uri",
  "--referrer",
  "--pkg",
  "-p",
  "--install-reason",
]);
const optionsWithoutValue = new Set([
  "-l",
  "-s",
  "-f",
  "-R",
  "--full",
  "--instant",
  "--dont-kill",
  "--force-sdk",
  "--skip-verification",
  "--staged",
  "--no-streaming",
]);

/** Open sessions by id, over all phones of this process: an id belongs to one phone. */
const sessions = new WeakMap<CommandContext["device"], Map<number, InstallSession>>();
let lastSessionId = 1_200_000_000;

const install: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  const options = readOptions(reader, context);
  const path = reader.next();
  if (path === null || path === "-") {
    if (options.sizeBytes === null) {
      throw new CommandFailure("Error: must either specify a package size or an APK file", 1);
    }
    const apk = await readUpTo(context.stdin, options.sizeBytes);
    return installApk(apk, options, context);
  }
  const file = absolutePath(context, path);
  if (context.surroundings.files.find(file)?.isFile() !== true) {
    throw new CommandFailure(
      `Error: Unable to open file: ${path}\nConsider using a file under /data/local/tmp/\nError: Can't open file: ${path}`,
      255,
    );
  }
  return installApk(context.surroundings.files.read(file), options, context);
};

function readOptions(reader: ArgumentReader, context: CommandContext): InstallOptions {
  // Since Android 9 an install replaces unless -R; a downgrade needs -d.
  const options: InstallOptions = {
    replace: true,
    downgrade: false,
    grantAll: false,
    testOnly: false,
    lowTargetSdk: false,
    sizeBytes: null,
  };
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "-r") options.replace = true;
    else if (option === "-d" || option === "--request-downgrade") options.downgrade = true;
    else if (option === "-g" || option === "--grant-all-requested-permissions") options.grantAll = true;
    else if (option === "-t") options.testOnly = true;
    else if (option === "--bypass-low-target-sdk-block") options.lowTargetSdk = true;
    else if (option === "-R") options.replace = false;
    else if (option === "-S") options.sizeBytes = apkSize(reader.required());
    else if (optionsWithValue.has(option)) reader.required();
    else if (!optionsWithoutValue.has(option)) throw reader.unknownOption(option);
  }
  if (context.args.includes("-R")) options.replace = false;
  return options;
}

function apkSize(text: string): number {
  const bytes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (bytes > 0 && bytes <= largestApkBytes) return bytes;
  throw new CommandFailure(`Error: invalid size ${text}: at most ${largestApkBytes} bytes`, 1);
}

async function installApk(apk: Buffer, options: InstallOptions, context: CommandContext): Promise<number> {
  try {
    const packageName = await context.device.packages.install(apk, {
      replace: options.replace,
      downgrade: options.downgrade,
      grantAll: options.grantAll,
      testOnly: options.testOnly,
      lowTargetSdk: options.lowTargetSdk,
    });
    context.device.log.add("I", "PackageManager", `Package ${packageName} installed`);
    context.stdout.write("Success\n");
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.stdout.write(`Failure [${reason}]\n`);
    return 1;
  }
}

const installCreate: ShellCommand = (context) => {
  const options = readOptions(new ArgumentReader(context), context);
  const open = sessions.get(context.device) ?? new Map<number, InstallSession>();
  if (open.size >= maximumSessions) {
    throw new CommandFailure(
      "Failure [INSTALL_FAILED_INTERNAL_ERROR: Too many active sessions for UID 0]",
      1,
    );
  }
  sessions.set(context.device, open);
  lastSessionId += 1;
  open.set(lastSessionId, { ...options, parts: new Map() });
  context.stdout.write(`Success: created install session [${lastSessionId}]\n`);
  return 0;
};

const installWrite: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  const { sizeBytes } = readOptions(reader, context);
  const { session } = openSession(reader.required(), context);
  const name = reader.required();
  const path = reader.next() ?? "-";
  const stdin =
    sizeBytes === null
      ? () => readAll(context.stdin, largestApkBytes)
      : () => readUpTo(context.stdin, sizeBytes);
  const bytes = path === "-" ? await stdin() : context.surroundings.files.read(absolutePath(context, path));
  session.parts.set(name, bytes);
  context.stdout.write(`Success: streamed ${bytes.length} bytes\n`);
  return 0;
};

/** A split app's other parts hold nothing a virtual phone shows, so the base decides. */
const installCommit: ShellCommand = (context) => {
  const { id, session, open } = openSession(new ArgumentReader(context).required(), context);
  open.delete(id);
  const base = [...session.parts].find(([name]) => /base/.test(name)) ?? [...session.parts][0];
  if (base === undefined) {
    context.stdout.write("Failure [INSTALL_FAILED_INVALID_APK: No packages staged]\n");
    return 1;
  }
  return installApk(base[1], session, context);
};

const installAbandon: ShellCommand = (context) => {
  const { id, open } = openSession(new ArgumentReader(context).required(), context);
  open.delete(id);
  context.stdout.write("Success\n");
  return 0;
};

function openSession(text: string, context: CommandContext) {
  const open = sessions.get(context.device) ?? new Map<number, InstallSession>();
  const id = Number(text);
  const session = open.get(id);
  if (session === undefined) {
    throw new CommandFailure(
      `\nException occurred while executing '${context.name}':\njava.lang.SecurityException: Caller has no access to session ${text}`,
      255,
    );
  }
  return { id, session, open };
}

const uninstall: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "--user" || option === "--versionCode") reader.required();
    else if (option !== "-k") throw reader.unknownOption(option);
  }
  const packageName = reader.required();
  const removed = await context.device.packages.uninstall(packageName);
  if (removed) context.device.log.add("I", "PackageManager", `Package ${packageName} removed`);
  context.stdout.write(removed ? "Success\n" : "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
  return removed ? 0 : 1;
};

export const installCommands = {
  install,
  "install-create": installCreate,
  "install-write": installWrite,
  "install-commit": installCommit,
  "install-abandon": installAbandon,
  uninstall,
} satisfies Readonly<Record<string, ShellCommand>>;

import { type Command, InvalidArgumentError } from "commander";
import type { SessionResponse } from "#shared/contracts/api/responses/session-response.ts";
import { isSettled } from "#shared/contracts/session/session.ts";
import { largestFileBytes, mostLogLines } from "#shared/contracts/session/session-call.ts";
import { type FarmFlags, findFarm, withFarmFlags } from "../../find-farm.ts";
import { policyJson } from "../../options/job-values.ts";
import { each, jobId, poolName, someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { saveLink } from "../../read-link.ts";
import { adbCommand } from "../../session/adb-command.ts";
import { linkCommands } from "../../session/link-commands.ts";
import { appSource, uploadFile } from "../../session/session-files.ts";
import { labelsOf, saySessionTurn, sessionLine } from "../../session/session-report.ts";
import { createSessionClient, type SessionClient } from "../../session-client.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { list } from "../../terminal/table.ts";
import { json, out, plain, plainLines, progress } from "../../terminal/terminal.ts";

interface StartOptions extends FarmFlags {
  readonly pool?: string;
  readonly label: Readonly<Record<string, string>>;
  readonly idle: number;
  readonly hard: number;
  readonly app: readonly string[];
  readonly policy?: ReturnType<typeof policyJson>;
  readonly reuse?: boolean;
  readonly record?: boolean;
}

/** What the API waits for in one call. */
const waitSeconds = 20;
const megabytes = Math.floor(largestFileBytes / 1_048_576);

export const sessionCommand = (command: Command): Command => {
  withFarmFlags(command.command("start"))
    .description("start a session, wait for its device and print its id")
    .option("--pool <pool>", "the device's pool", poolName)
    .option("--label <name=value>", "a label to find it by; repeatable", label, {})
    .option("--idle <seconds>", "end it after this time without use", wholeNumber(10, 7_200), 180)
    .option("--hard <seconds>", "end it after this time in any case", wholeNumber(60, 7_200), 3_600)
    .option("--app <apk>", "install this app first: a file or a link; repeatable", each(someText), [])
    .option("--policy <json>", "the session's policy", policyJson)
    .option("--reuse", "use a running session with exactly these labels, if there is one")
    .option("--record", "store every model call and ADB command as well, redacted")
    .action(start);
  withFarmFlags(command.command("list"))
    .description("list sessions, newest first")
    .option("--label <name=value>", "only with this label", someText)
    .action(listSessions);
  onSession(command, "show", "show a session").action(async (id: string, options: FarmFlags) =>
    say(await (await client(options)).read(id), options),
  );
  onSession(command, "act", "do 1 to 5 actions and print the screen after them")
    .argument("<actions>", 'as JSON: [{"action":"tap","element":3}]', actionsJson)
    .action(async (id: string, actions: Record<string, unknown>[], options: FarmFlags) =>
      sayTurn(await (await client(options)).act(id, { actions: actions as { action: string }[] }), options),
    );
  onSession(command, "do", "let Drover's agent take one turn by an instruction in words")
    .argument("<instruction>", "for example: tap the login button", someText)
    .action(async (id: string, instruction: string, options: FarmFlags) =>
      sayTurn(await (await client(options)).do(id, { instruction }), options),
    );
  onSession(command, "screenshot", "save a screenshot as a PNG file")
    .argument("<file>", "where to", someText)
    .action(screenshot);
  onSession(command, "install", `install an APK of up to ${megabytes} MB; it is removed with the session`)
    .argument("<apk>", "the file, or a link to it, which may end in #sha256=…", someText)
    .action(async (id: string, apk: string, options: FarmFlags) => install(id, apk, options));
  onSession(command, "push", `copy a file of up to ${megabytes} MB to a path under /sdcard`)
    .argument("<file>", "a file on this machine", someText)
    .argument("<path>", "under /sdcard", someText)
    .action(push);
  onSession(command, "pull", "copy a file from a path under /sdcard")
    .argument("<path>", "under /sdcard", someText)
    .argument("<file>", "a file on this machine", someText)
    .action(pull);
  onSession(command, "logcat", "print the last lines of the device's log")
    .option("--lines <n>", "how many", wholeNumber(1, mostLogLines), 200)
    .option("--tag <tag>", "only lines with this tag", someText)
    .action(logcat);
  linkCommands(command, onSession);
  adbCommand(onSession(command, "adb", "open a local adb port that reaches only its device"));
  onSession(
    command,
    "continue",
    "continue on another clean device after the session's device was lost",
  ).action(goOn);
  onSession(command, "end", "end a session; its device is cleaned and becomes free").action(
    async (id: string, options: FarmFlags) => say(await (await client(options)).end(id), options),
  );
  return command;
};

const onSession = (command: Command, name: string, description: string): Command =>
  withFarmFlags(command.command(name).argument("<session>", "the session's id", jobId)).description(
    description,
  );

const client = async ({ dir }: FarmFlags) => createSessionClient(await findFarm(dir));

function label(value: string, earlier: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [name = "", ...rest] = value.split("=");
  if (name === "" || rest.length === 0) throw new InvalidArgumentError("Give name=value.");
  return { ...earlier, [name]: rest.join("=") };
}

function actionsJson(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    throw new InvalidArgumentError("Give actions as JSON, an object or an array of them.");
  }
}

async function start(options: StartOptions): Promise<void> {
  const { pool, label: labels, idle, hard, policy, reuse = false, record = false } = options;
  const api = await client(options);
  const apps = await Promise.all(options.app.map((app) => appSource(api, null, app)));
  const begun = await api.begin({
    apps,
    ...(pool === undefined ? {} : { pool }),
    ...(policy === undefined ? {} : { policy }),
    ...{ labels, record, reuseIfLabels: reuse, idleTimeoutSeconds: idle, hardTimeoutSeconds: hard },
  });
  const session = { ...(await readySession(api, begun)), reused: begun.reused };
  if (options.json) return json(session);
  out(plain(session.sessionId));
}

async function goOn(id: string, options: FarmFlags): Promise<void> {
  const api = await client(options);
  say(await readySession(api, await api.goOn(id)), options);
}

/** Waits until it has its device. @throws CommandFailure when it ends, or loses it, before */
async function readySession(api: SessionClient, begun: SessionResponse): Promise<SessionResponse> {
  let session = begun;
  let told = "";
  while (!isSettled(session.status)) {
    const line = sessionLine(session);
    if (line !== told) progress(line);
    told = line;
    session = await api.read(session.sessionId, waitSeconds);
  }
  if (session.status === "ready") return session;
  const why = session.endDetail ?? session.endReason ?? session.deviceLost?.reason;
  const how = session.status === "ended" ? "ended" : "has lost its device";
  throw new CommandFailure(exitCodes.inconclusive, `The session ${how}: ${why}`);
}

async function listSessions(options: FarmFlags & { readonly label?: string }): Promise<void> {
  const page = await (await client(options)).list(
    options.label === undefined ? {} : { label: options.label },
  );
  list(options, page, ["session", "status", "device", "labels", "started (UTC)"], (session) => [
    session.sessionId,
    session.endReason ?? session.status,
    session.deviceId ?? "",
    labelsOf(session),
    session.createdAt.slice(0, 19).replace("T", " "),
  ]);
}

function say(session: SessionResponse, options: FarmFlags): void {
  if (options.json) {
    json(session);
    return;
  }
  out(sessionLine(session));
  if (labelsOf(session) !== "") out(plain(`  ${labelsOf(session)}`));
  for (const { openedAt, closedAt = "still open", reason, connections, refused } of session.adbPorts ?? []) {
    const until = reason === undefined ? closedAt : `${closedAt} (${reason})`;
    out(plain(`  adb port from ${openedAt} to ${until}: ${connections} connections, ${refused} refused`));
  }
}

function sayTurn(turn: Parameters<typeof saySessionTurn>[0], options: FarmFlags): void {
  if (turn.status !== "done") process.exitCode = exitCodes.failed;
  if (options.json) json(turn);
  else saySessionTurn(turn);
}

async function screenshot(id: string, file: string, options: FarmFlags): Promise<void> {
  const taken = await (await client(options)).screenshot(id);
  await saveLink(taken.links.screenshot, "The screenshot", file);
  if (options.json) return json(taken);
  out(plain(`${file}  ${taken.size.width} x ${taken.size.height}`));
}

async function install(id: string, apk: string, options: FarmFlags): Promise<void> {
  const api = await client(options);
  const installed = await api.install(id, await appSource(api, id, apk));
  progress(`${apk}: ${installed.output}`);
}

async function push(id: string, file: string, path: string, options: FarmFlags): Promise<void> {
  const api = await client(options);
  const written = await api.push(id, path, await uploadFile(api, id, file));
  if (options.json) return json(written);
  out(plain(`${written.path}  ${written.bytes} bytes`));
}

async function pull(id: string, path: string, file: string, options: FarmFlags): Promise<void> {
  const read = await (await client(options)).pull(id, path);
  await saveLink(read.links.file, "The file", file);
  if (options.json) return json(read);
  out(plain(`${file}  ${read.bytes} bytes`));
}

async function logcat(
  id: string,
  options: FarmFlags & { readonly lines: number; readonly tag?: string },
): Promise<void> {
  const { lines, tag } = options;
  const read = await (await client(options)).logcat(id, { lines, ...(tag === undefined ? {} : { tag }) });
  if (options.json) return json(read);
  for (const line of read.lines) out(plainLines(line));
}

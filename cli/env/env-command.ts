import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { PhoneSource } from "#environments/devices/phone-source.ts";
import { EnvTasks } from "#environments/env-tasks.ts";
import { nemoRow } from "#environments/nemo-gym.ts";
import { serveEnv } from "#environments/serve-env.ts";
import { LogFile } from "#local/log-file.ts";
import { makeDirectory } from "#local/make-directory.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { TaskKind, TaskLevel } from "#shared/contracts/batch/tasks-file.ts";
import { type EpisodeRecord, RubricWeights } from "#shared/contracts/env/rubric.ts";
import type { PolicySettings } from "#shared/contracts/job/policy.ts";
import packageFile from "../../package.json" with { type: "json" };
import { configFile, configOption } from "../config-file.ts";
import { dirOption, findFarm } from "../find-farm.ts";
import { each, poolName, someText } from "../options/option-values.ts";
import { portNumber, wholeNumber } from "../options/whole-number.ts";
import { readSuite, type SuiteFlags } from "../suite/read-suite.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { json, out, plain, progress } from "../terminal/terminal.ts";
import { farmSource } from "./farm-device.ts";

interface ServeOptions extends SuiteFlags {
  readonly dir: string;
  readonly config?: string;
  readonly port: number;
  readonly farm?: boolean;
  readonly wait: number;
  readonly sessions: number;
  readonly idle: number;
  readonly rubric: RubricWeights;
  readonly open?: boolean;
  readonly json?: boolean;
}

const usualPort = 8_000;
const mostSessions = 2_000;
const tokenVariable = "DROVER_ENV_TOKEN";

export const envCommand = (command: Command): Command => {
  withTasks(command.command("serve"))
    .description("serve tasks as OpenEnv environments to trainers")
    .option("--port <port>", "on this machine's loopback; 0: any free one", portNumber, usualPort)
    .option("--farm", "on devices of a farm that runs, instead of virtual phones of this process")
    .addOption(
      new Option("--pool <name>", "of this pool's devices").argParser(poolName).implies({ farm: true }),
    )
    .option(
      "--wait <seconds>",
      "with --farm: how long a reset waits for a device",
      wholeNumber(1, 3_600),
      120,
    )
    .option("--sessions <n>", "at once, at most", wholeNumber(1, mostSessions), 64)
    .option("--idle <seconds>", "a session that nobody uses for so long ends", wholeNumber(1, 86_400), 600)
    .option("--rubric <weights>", "of the reward's parts: success=0.8,progress=0.2", rubric, rubric(""))
    .option("--open", `without a token; else ${tokenVariable}, or a new one that is printed`)
    .option("--json", "print the address as JSON")
    .option(...configOption)
    .option(...dirOption)
    .action(serve);
  withTasks(command.command("rows"))
    .description("print the tasks as JSONL rows for NeMo Gym")
    .action(async (place: string | undefined, options: SuiteFlags) => {
      for (const task of (await readTasks(place, options)).all) out(JSON.stringify(nemoRow(task)));
    });
  return command;
};

const withTasks = (command: Command): Command =>
  command
    .argument("[place]", "a tasks file, or a folder of them; Drover's own suite without it", someText)
    .option("--task <glob>", "only tasks whose ids match; repeatable", each(someText))
    .option("--exclude <glob>", "not these tasks; repeatable", each(someText))
    .addOption(new Option("--level <level>", "only tasks of this level").choices(TaskLevel.options))
    .addOption(new Option("--kind <kind>", "only tasks of this kind").choices(TaskKind.options))
    .option("--draws <n>", "of tasks that draw their values so many draws each", wholeNumber(1, 1_000), 8);

/** `progress=0` of the usual weights. */
function rubric(text: string): RubricWeights {
  const given = text.split(",").filter((part) => part !== "");
  const weights = Object.fromEntries(
    given.map((part) => part.split("=")).map(([part, weight]) => [part, Number(weight)]),
  );
  const parsed = RubricWeights.safeParse(weights);
  if (parsed.success) return parsed.data;
  const [{ path: field, message } = { path: [], message: "" }] = parsed.error.issues;
  throw new InvalidArgumentError(
    `${field.join(".")}: ${message}. Give ${Object.keys(RubricWeights.shape).join(", ")} with numbers from -100 to 100.`,
  );
}

/** @throws CommandFailure when none is left */
async function readTasks(
  place: string | undefined,
  { pool: _, ...flags }: SuiteFlags,
  policy?: PolicySettings,
): Promise<EnvTasks> {
  const tasks = new EnvTasks(await readSuite(place, flags), policy);
  const names = (why: string) => tasks.leftOut.filter((one) => one.why === why).map(({ id }) => id);
  for (const why of new Set(tasks.leftOut.map((one) => one.why))) {
    const [first = "", ...others] = names(why);
    progress(
      plain(`left out, because ${why}: ${first}${others.length === 0 ? "" : ` and ${others.length} more`}`),
    );
  }
  if (tasks.all.length > 0) return tasks;
  throw new CommandFailure(exitCodes.usage, "None of these tasks can be an environment.", [
    "A task needs checks, and an agent that works alone: docs/environments.md.",
  ]);
}

async function serve(place: string | undefined, options: ServeOptions): Promise<void> {
  using interrupt = interruptSignal(() => progress("stopping"));
  const { dir, pool, wait: waitSeconds, port } = options;
  const { policy } = await loadProjectConfig({ DROVER_CONFIG_FILE: configFile(options.config) });
  const tasks = await readTasks(place, options, policy);
  const farm = options.farm ? await findFarm(dir) : undefined;
  await makeDirectory(dir);
  const log = new LogFile(path.join(dir, "env-episodes.jsonl"));
  const token = options.open ? null : process.env[tokenVariable] || randomBytes(24).toString("base64url");
  const server = await serveEnv({
    source: farm === undefined ? await PhoneSource.create() : farmSource({ farm, pool, waitSeconds }),
    tasks,
    weights: options.rubric,
    mostSessions: options.sessions,
    idleSeconds: options.idle,
    log: (record: EpisodeRecord) => log.write(Buffer.from(`${JSON.stringify(record)}\n`)),
    version: packageFile.version,
    ...{ port, token },
  });
  const url = token === null ? server.url : server.url.replace("://", `://drover:${token}@`);
  if (options.json) json({ url: server.url, token, tasks: tasks.all.length });
  else out(url);
  progress(plain(`${tasks.all.length} tasks; each episode is a line of ${log.file}`));
  if (!interrupt.signal.aborted) await once(interrupt.signal, "abort");
  await server.close();
  await log.close();
}

import { hostname } from "node:os";
import { type Command, Option } from "commander";
import { AgentName } from "#shared/contracts/job/agent.ts";
import type { PoolName } from "#shared/contracts/values/ids.ts";
import { agentCommand, checkProgram } from "../../agent/agent-command.ts";
import { serveAgent } from "../../agent/serve-agent.ts";
import { turnClient } from "../../agent/turn-client.ts";
import { failureOf } from "../../call-route.ts";
import { type FarmFlags, findFarm, withFarmFlags } from "../../find-farm.ts";
import { poolName, someText, valueBy } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { out, plain, progress, safeJson } from "../../terminal/terminal.ts";

interface ServeOptions extends FarmFlags {
  readonly cmd: string;
  readonly agent: AgentName;
  readonly pool?: PoolName;
  readonly parallel: number;
  readonly pictures: "links" | "inline";
  readonly tree?: boolean;
}

const agentName = valueBy(
  AgentName,
  "Give 1 to 40 lower-case letters, digits, '.', '_' or '-', beginning with a letter or digit.",
);

export const agentCommands = (command: Command): Command => {
  serveCommand(
    command
      .command("serve")
      .description("take the turns of waiting jobs with your own program, one process per job"),
  );
  return command;
};

const serveCommand = (command: Command): Command =>
  withFarmFlags(command, "print each ended job as a line of JSON")
    .argument("[arguments...]", "more arguments of the program, unchanged, after '--'")
    .requiredOption(
      "--cmd <program>",
      "the program and its arguments, split at spaces; no shell reads them",
      someText,
    )
    .requiredOption("--agent <name>", "take the turns of jobs that name this agent", agentName)
    .option("--pool <name>", "only jobs of this pool", poolName)
    .option("--parallel <n>", "most jobs at the same time", wholeNumber(1, 256), 1)
    .addOption(
      new Option("--pictures <how>", "send pictures as links, or inline as base64")
        .choices(["links", "inline"])
        .default("links"),
    )
    .option("--tree", "send the whole element tree with each turn")
    .action(serve);

async function serve(more: readonly string[], options: ServeOptions): Promise<void> {
  const command = agentCommand(options.cmd, more);
  await checkProgram(command);
  const turns = turnClient(await findFarm(options.dir));
  using interrupted = interruptSignal(() =>
    progress("No more jobs are claimed. Running jobs finish. Press Ctrl-C again to end them now."),
  );
  const { agent, pool, parallel, pictures, tree = false } = options;
  progress(`Takes turns of '${agent}'${pool === undefined ? "" : ` in ${pool}`}, ${parallel} at once.`);
  await serveAgent(
    {
      turns,
      agent,
      pool,
      command,
      parallel,
      inlinePictures: pictures === "inline",
      withTree: tree,
      signal: interrupted.signal,
      say: (words) => progress(plain(words)),
      onEnd: (job) => {
        if (options.json) out(safeJson(job));
        else out(plain([job.jobId, job.outcome ?? job.status, job.outcomeReason ?? ""].join("  ").trimEnd()));
      },
    },
    workerName(),
  ).catch((error: unknown) => {
    throw failureOf(error);
  });
}

/** Tells whoever looks at a claimed turn where its agent runs. */
const workerName = (): string =>
  `${
    hostname()
      .replace(/[^A-Za-z0-9.-]/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 40) || "worker"
  }-${process.pid}`;

import type { AndOr, PipelineNode, Redirection } from "unbash";
import { processesOf } from "../process-table.ts";
import { copyShellState, type Job, type ShellState, type ShellSurroundings } from "../shell-session.ts";
import { ShellFailure } from "./control-flow.ts";

const mostJobs = 64;

/** Starts a command beside the shell. One that writes nowhere of ours continues after the shell has ended. */
export function startJob(
  command: PipelineNode | AndOr,
  state: ShellState,
  surroundings: ShellSurroundings,
  run: (surroundings: ShellSurroundings, state: ShellState) => Promise<number>,
): void {
  if (state.jobs.filter(({ status }) => status === null).length >= mostJobs)
    throw new ShellFailure("can't fork - try again: Try again");
  const stop = new AbortController();
  const isAttached = !leavesOurStreams(command);
  const processes = processesOf(surroundings.device);
  const text = nameOf(command);
  const process = processes.start([text], state.pid, (signal) => stop.abort(signal));
  const hangUp = isAttached ? AbortSignal.any([surroundings.hangUp, stop.signal]) : stop.signal;
  const ended = run({ ...surroundings, hangUp }, copyShellState(state))
    .catch(() => 1)
    .then((status) => {
      const code =
        typeof stop.signal.reason === "number" && stop.signal.aborted ? 128 + stop.signal.reason : status;
      processes.end(process.pid);
      job.status = code;
      return code;
    });
  const job: Job = { pid: process.pid, text, ended, status: null, isAttached };
  state.jobs.push(job);
  surroundings.held.heldBy(ended);
}

/** The word by which `ps` knows it. */
function nameOf(command: PipelineNode | AndOr): string {
  if (command.type === "Command") return command.name?.value.replace(/^.*\//, "") ?? "sh";
  return "sh";
}

function leavesOurStreams(command: PipelineNode | AndOr): boolean {
  const redirects = command.type === "Command" || command.type === "Redirected" ? command.redirects : [];
  const moved = new Set(redirects.flatMap(movedBy));
  return moved.has(1) && moved.has(2);
}

function movedBy(redirection: Redirection): readonly number[] {
  if (redirection.type !== "Redirect" || redirection.operator.startsWith("<")) return [];
  if (redirection.operator.startsWith("&")) return [1, 2];
  return [redirection.descriptor?.type === "FileDescriptor" ? redirection.descriptor.value : 1];
}

/** The shell's end waits for who writes where it does. */
export async function awaitJobs({ jobs }: ShellState): Promise<void> {
  await Promise.all(jobs.filter(({ isAttached }) => isAttached).map(({ ended }) => ended));
}

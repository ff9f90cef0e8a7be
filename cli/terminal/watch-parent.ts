import { readFileSync } from "node:fs";
import path from "node:path";

const periodMilliseconds = 1_000;
const maximumGenerations = 8;

/**
 * npm, npx and their like end on SIGTERM or SIGKILL without a word to what they started. Calls `onGone` once when the
 * package manager that started this process is gone, or one of the shells between them; does nothing when started otherwise,
 * as a farm may well outlive the shell that it was typed into. Never keeps the process alive.
 */
export function watchParent(onGone: () => void): Disposable {
  const line = process.env.npm_execpath === undefined ? [] : lineage();
  const timer = setInterval(() => {
    if (line.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    onGone();
  }, periodMilliseconds).unref();
  if (line.length === 0) clearInterval(timer);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

interface Generation {
  readonly pid: number;
  readonly parent: number;
}

/** From this process up to the package manager; only the parent where the system does not tell more. */
function lineage(): readonly Generation[] {
  const line: Generation[] = [];
  let pid = process.pid;
  while (line.length < maximumGenerations) {
    const parent = parentOf(pid);
    if (parent === undefined || parent <= 1) break;
    line.push({ pid, parent });
    if (isPackageManager(read(`/proc/${parent}/cmdline`) ?? "")) return line;
    pid = parent;
  }
  return line.slice(0, 1);
}

/** npm writes `npm exec drover up` over its command line; others stand there as the script that node runs. */
const isPackageManager = (commandLine: string): boolean =>
  commandLine
    .split(/[\0 ]/)
    .slice(0, 2)
    .some((word) => /^(npm|npx|pnpm|yarn|bun)(-cli)?(\.c?js)?$/.test(path.basename(word)));

/** undefined when it is gone. A process whose parent has ended belongs to another one from that moment on. */
function parentOf(pid: number): number | undefined {
  if (pid === process.pid) return process.ppid;
  const status = read(`/proc/${pid}/stat`);
  // The second field is the command in parentheses, which may hold blanks; state and parent come after it.
  return status === undefined ? undefined : Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

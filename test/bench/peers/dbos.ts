import { AsyncResource } from "node:async_hooks";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, globSync, mkdirSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../clients/free-port.ts";
import { type Peer, peerPackage, stepsOfChain } from "./peer.ts";
import { untilReady } from "./server.ts";

interface Dbos {
  setConfig(config: object): void;
  launch(): Promise<void>;
  shutdown(): Promise<void>;
  readonly workflowID: string | undefined;
  registerWorkflow<T>(
    workflow: (n: number) => Promise<T>,
    config: { readonly name: string },
  ): (n: number) => Promise<T>;
  runStep<T>(step: () => Promise<T>, config: { readonly name: string }): Promise<T>;
  recv<T>(topic: string, timeoutSeconds: number): Promise<T | null>;
  send(workflowId: string, message: unknown, topic: string): Promise<void>;
}

/** PostgreSQL refuses to run as root, which containers are. */
const asPostgres = (command: readonly string[]): [string, readonly string[]] => {
  const [program = "", ...args] = command;
  return process.getuid?.() === 0 ? ["runuser", ["-u", "postgres", "--", ...command]] : [program, args];
};

async function startPostgres(dir: string) {
  const bin = globSync("/usr/lib/postgresql/*/bin").at(-1);
  if (bin === undefined)
    throw new Error(
      "PostgreSQL is not installed; DBOS needs it. Install it with: apt-get install postgresql",
    );
  const data = path.join(dir, "postgres");
  mkdirSync(data);
  if (process.getuid?.() === 0) {
    const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
    chownSync(data, id("-u"), id("-g"));
    chmodSync(dir, 0o755);
  }
  execFileSync(...asPostgres([`${bin}/initdb`, "-D", data, "-U", "postgres", "-A", "trust"]), {
    stdio: "ignore",
  });
  const port = await freePort();
  const options = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", data];
  const server = spawn(...asPostgres([`${bin}/postgres`, ...options]), { stdio: "ignore" });
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async close() {
      execFileSync(...asPostgres([`${bin}/pg_ctl`, "stop", "-D", data, "-m", "immediate"]), {
        stdio: "ignore",
      });
      if (server.exitCode === null) await once(server, "exit");
    },
  };
}

/** Workflows of this process, their steps in Debian's PostgreSQL with its own settings. */
export async function startDbos(dir: string): Promise<Peer> {
  const postgres = await startPostgres(dir);
  const { DBOS } = await peerPackage<{ readonly DBOS: Dbos }>("@dbos-inc/dbos-sdk");
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: postgres.url, logLevel: "error" });
  const chain = DBOS.registerWorkflow(
    async (n: number) => {
      let sum = n;
      for (let step = 1; step <= stepsOfChain; step += 1) {
        const before = sum;
        sum = await DBOS.runStep(async () => before + 1, { name: `step ${step}` });
      }
      return sum;
    },
    { name: "chain" },
  );
  // Whoever holds the token is not part of the workflow, nor of its step.
  const holder = new AsyncResource("token holder");
  const answer = (id: string): void =>
    void setImmediate(() => holder.runInAsyncScope(() => void DBOS.send(id, 1, "answer")));
  const ask = DBOS.registerWorkflow(
    async () => {
      const id = DBOS.workflowID ?? "";
      await DBOS.runStep(async () => answer(id), { name: "hand out" });
      return (await DBOS.recv<number>("answer", 60)) ?? 0;
    },
    { name: "ask" },
  );
  await untilReady(() => DBOS.launch());
  return {
    durability: "PostgreSQL, its defaults (fsync)",
    chain: () => chain(0),
    callback: () => ask(0),
    async close() {
      await DBOS.shutdown();
      await postgres.close();
    },
  };
}

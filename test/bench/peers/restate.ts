import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { freePort } from "../../clients/free-port.ts";
import { type Peer, peerPackage, stepsOfChain } from "./peer.ts";
import { untilReady } from "./server.ts";

interface Context {
  run<T>(name: string, step: () => T | Promise<T>): Promise<T>;
  awakeable<T>(): { readonly id: string; readonly promise: Promise<T> };
}

interface Sdk {
  service(definition: object): object;
  endpoint(): { bind(service: object): { listen(port: number): Promise<number> } };
}

const post = async (url: string, body: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
};

/** One node with its own log, as its binary starts it; the service is a Node process that it calls over HTTP/2. */
export async function startRestate(dir: string): Promise<Peer> {
  const [ingress, admin, node, service] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const require = createRequire(import.meta.url);
  const program = require.resolve("@restatedev/restate-server-linux-x64/bin/restate-server");
  const server = spawn(program, ["--no-logo", "--listen-mode", "tcp", "--base-dir", dir], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
      RESTATE_DISABLE_TELEMETRY: "true",
    },
  });
  const answer = (id: string) => post(`http://127.0.0.1:${ingress}/restate/awakeables/${id}/resolve`, 1);
  const { service: define, endpoint } = await peerPackage<Sdk>("@restatedev/restate-sdk");
  const handlers = {
    async chain(context: Context) {
      let n = 0;
      for (let step = 1; step <= stepsOfChain; step += 1) {
        const before = n;
        n = await context.run(`step ${step}`, () => before + 1);
      }
      return n;
    },
    async ask(context: Context) {
      const { id, promise } = context.awakeable<number>();
      await context.run("hand out", () => void setImmediate(() => void answer(id)));
      return promise;
    },
  };
  await endpoint()
    .bind(define({ name: "bench", handlers }))
    .listen(service);
  await untilReady(() =>
    post(`http://127.0.0.1:${admin}/deployments`, { uri: `http://127.0.0.1:${service}` }),
  );
  return {
    durability: "RocksDB log, its defaults",
    chain: () => post(`http://127.0.0.1:${ingress}/bench/chain`, null) as Promise<number>,
    callback: () => post(`http://127.0.0.1:${ingress}/bench/ask`, null) as Promise<number>,
    async close() {
      server.kill();
      await once(server, "exit");
    },
  };
}

import { once } from "node:events";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { helperTree } from "#device-host/observe/helper-tree.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import { builtInSources, type TreeSource, uiautomatorTree } from "#device-host/observe/screen-source.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";
import { itKeepsTheTreeContract } from "./tree-source-contract.ts";

const helperPort = 9_008;
let test: TestPhone;
beforeAll(async () => {
  test = await startTestPhone();
});
afterAll(() => test.close());

const portOf = (server: Server | HttpServer): number => (server.address() as AddressInfo).port;
async function listening<Kind extends Server | HttpServer>(server: Kind): Promise<Kind> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** A helper as it would run on the phone: uiautomator2's JSON-RPC for the one method. */
const standInHelper = (asked: string[]): HttpServer =>
  createHttpServer(async (request, response) => {
    const { method, params } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    asked.push(`${request.url} ${method} ${JSON.stringify(params)}`);
    const dump = await test.phone.dumpHierarchy();
    const said = dump.ok ? { result: dump.xml } : { error: { code: -32_001, message: dump.error } };
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...said }));
  });

/** An adb server whose phones have that port open; all else goes to the real one. */
const withDevicePort = (phonePort: number): Server =>
  createServer((client) => void relay(client, phonePort).catch(() => client.destroy()));

async function relay(client: Socket, phonePort: number): Promise<void> {
  const upstream = connect(test.endpoint.port, "127.0.0.1");
  for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
  const transport = await frame(client);
  upstream.write(transport);
  client.write(await bytes(upstream, 4));
  const service = await frame(client);
  if (service.toString() !== `0008tcp:${helperPort}`) {
    upstream.write(service);
    client.pipe(upstream).pipe(client);
    return;
  }
  const phone = connect(phonePort, "127.0.0.1");
  phone.on("error", () => client.end("FAIL0012connection refused"));
  await once(phone, "connect");
  client.write("OKAY");
  client.pipe(phone).pipe(client);
}

const frame = async (socket: Socket): Promise<Buffer> => {
  const head = await bytes(socket, 4);
  return Buffer.concat([head, await bytes(socket, Number.parseInt(head.toString(), 16))]);
};

async function bytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const read = socket.read(count) as Buffer | null;
    if (read !== null) return read;
    await once(socket, "readable");
  }
}

describe("uiautomator's dump as a tree source", () => {
  itKeepsTheTreeContract(() => ({ source: uiautomatorTree, adb: test.adb, test }));
});

describe("an accessibility helper as a tree source", () => {
  const asked: string[] = [];
  let helper: HttpServer;
  let server: Server;
  let adb: ServedDevice;
  let source: TreeSource;
  beforeAll(async () => {
    helper = await listening(standInHelper(asked));
    server = await listening(withDevicePort(portOf(helper)));
    adb = new ServedDevice({ endpoint: { host: "127.0.0.1", port: portOf(server) }, serial: test.serial });
    source = helperTree(helperPort, uiautomatorTree, systemClock);
  });
  afterAll(() => {
    helper.close();
    server.close();
  });

  itKeepsTheTreeContract(() => ({ source, adb, test }));

  it("is asked by uiautomator2's words, and a whole look comes from it", async () => {
    asked.length = 0;
    const sources = { ...builtInSources, tree: helperTree(helperPort, noTree, systemClock) };
    const seen = await observeScreen({ ...test.observed, adb, sources }, systemClock);
    expect(seen.flags).toEqual([]);
    expect(seen.tree?.elements.length).toBeGreaterThan(0);
    expect(asked).toContain("/jsonrpc/0 dumpWindowHierarchy [false,70]");
  });

  it("may be uiautomator2's server, as a virtual phone has it", async () => {
    const jar = "/data/local/tmp/u2.jar";
    const start = `echo jar > ${jar}; CLASSPATH=${jar} app_process / com.wetest.uia2.Main >/dev/null 2>&1 &`;
    await test.adb.write([["sh", "-c", start]]);
    const sources = { ...builtInSources, tree: helperTree(helperPort, noTree, systemClock) };
    await expect.poll(async () => (await test.phone.dumpHierarchy()).ok).toBe(false);
    const seen = await observeScreen({ ...test.observed, sources }, systemClock);
    await test.adb.write([["pkill", "-f", "com.wetest.uia2.Main"]]);
    expect(seen.flags).toEqual([]);
    expect(seen.tree?.elements.length).toBeGreaterThan(0);
  });

  it("is not asked again for half a minute when it does not answer, and looks go on without it", async () => {
    let now = 0;
    const clock = { ...systemClock, monotonic: () => now };
    const tree = helperTree(helperPort, uiautomatorTree, clock);
    const port = portOf(helper);
    helper.closeAllConnections();
    await new Promise((resolve) => helper.close(resolve));
    asked.length = 0;
    expect((await tree.dump(adb, [], [])).xml).toContain("<hierarchy");
    helper.listen(port, "127.0.0.1");
    await once(helper, "listening");
    await tree.dump(adb, [], []);
    expect(asked).toEqual([]);
    now = 30_001;
    await tree.dump(adb, [], []);
    expect(asked).toHaveLength(1);
  });
});

const noTree: TreeSource = {
  ...uiautomatorTree,
  dump: async () => ({ xml: null, problem: "nobody is to ask", beside: [] }),
};

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/**
 * Run as root in a network namespace of its own: `in-fence.ts <rules>`. Loads the rules twice, then prints which connections are made by
 * the fenced user (nobody) and by another, as JSON. A socket belongs to who the process was when it was made.
 */
const nobody = 65_534;
const [rules = ""] = process.argv.slice(2);

async function as<Result>(uid: number, use: () => Promise<Result>): Promise<Result> {
  process.seteuid?.(uid);
  try {
    return await use();
  } finally {
    process.seteuid?.(0);
  }
}

const listen = (uid: number, host: string, port = 0): Promise<number> =>
  as(uid, async () => {
    const server = createServer((socket) => socket.end("hello")).listen(port, host);
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  });

const tried = (uid: number, host: string, port: number): Promise<string> =>
  as(uid, async () => {
    const socket = connect({ host, port, timeout: 1_000 });
    const over = Promise.race([
      once(socket, "data").then(([bytes]) => String(bytes)),
      once(socket, "timeout").then(() => "silence"),
    ]);
    const said = await over.catch((error: NodeJS.ErrnoException) => error.code ?? String(error));
    socket.destroy();
    return said;
  });

// A way out that leads nowhere: what is refused there was refused here.
for (const words of [
  "link set lo up",
  "link add out0 type veth peer name out1",
  "addr add 169.254.1.1/16 dev out0",
  "addr add 10.77.0.5/24 dev out0",
  "link set out0 up",
  "link set out1 up",
  "route add default via 10.77.0.1",
])
  execFileSync("ip", words.split(" "));
execFileSync("nft", ["-c", "-f", rules]);
for (const _again of [1, 2]) execFileSync("nft", ["-f", rules]);

const adb = await listen(0, "127.0.0.1");
const everywhere = await listen(0, "0.0.0.0");
const sixth = await listen(0, "::1");
const resolver = await listen(0, "127.0.0.53", 53);
const consolePort = await listen(nobody, "127.0.0.1");
const places: readonly (readonly [string, string, number])[] = [
  ["adb server", "127.0.0.1", adb],
  ["adb server by another loopback address", "127.9.9.9", everywhere],
  ["adb server by IPv6", "::1", sixth],
  ["the machine's own address", "10.77.0.5", everywhere],
  ["resolver", "127.0.0.53", resolver],
  ["role", "169.254.169.254", 80],
  ["the internet", "192.0.2.1", 443],
];
const results: Record<string, readonly string[]> = {};
for (const [name, host, port] of places)
  results[name] = [await tried(nobody, host, port), await tried(0, host, port)];
results["the emulator's console"] = [
  await tried(nobody, "127.0.0.1", consolePort),
  await tried(0, "127.0.0.1", consolePort),
];
process.stdout.write(`${JSON.stringify(results)}\n`);
process.exit(0);

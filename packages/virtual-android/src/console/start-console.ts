import { timingSafeEqual } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { ConsoleToken } from "./auth-token.ts";
import { type ConsolePhone, helpLines, runConsoleCommand } from "./console-commands.ts";

export interface PhoneConsole {
  readonly port: number;
  close(): Promise<void>;
}

interface ConsoleOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly token: ConsoleToken;
  readonly phone: ConsolePhone;
}

const mostSessions = 16;
const longestLineBytes = 4_096;
const idleMilliseconds = 300_000;

/** Listens as an emulator's console does: text lines over TCP on the loopback, each answered by `OK` or `KO: why`. */
export async function startConsole(options: ConsoleOptions): Promise<PhoneConsole> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // "close" follows
    socket.setTimeout(idleMilliseconds, () => socket.destroy());
    void serve(socket, options).catch(() => socket.destroy());
  });
  server.maxConnections = mostSessions;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** One session: what it asks is answered in order. */
async function serve(socket: Socket, { token, phone }: ConsoleOptions): Promise<void> {
  const say = (lines: readonly string[], end = "OK"): void =>
    void socket.write([...lines, end].map((line) => `${line}\r\n`).join(""));
  const welcome = ["Android Console: type 'help' for a list of commands"];
  let known = token.read() === "";
  say(known ? welcome : authentication(token.file));
  let waiting = 0;
  // Before lines are made of it: one without an end must not grow.
  socket.on("data", (bytes: Buffer) => {
    const [first, last] = [bytes.indexOf(10), bytes.lastIndexOf(10)];
    const line = waiting + (first < 0 ? bytes.length : first);
    waiting = last < 0 ? line : bytes.length - last - 1;
    if (Math.max(line, waiting) > longestLineBytes) socket.destroy();
  });
  for await (const typed of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = typed.trim();
    if (line === "") continue;
    if (line === "quit" || line === "exit") break;
    const given = /^auth(?:\s+(.*))?$/.exec(line);
    if (given !== null) {
      const problem = refusal(given[1], token.read());
      known ||= problem === null;
      if (problem === null) say(welcome);
      else say([], `KO: ${problem}`);
    } else if (known) await answer(line, phone, say);
    else if (line === "help") say(helpLines());
    else say([], "KO: unknown command, try 'help'");
  }
  socket.end();
}

async function answer(
  line: string,
  phone: ConsolePhone,
  say: (lines: readonly string[], end?: string) => void,
): Promise<void> {
  try {
    const lines = await runConsoleCommand(line, phone);
    if (lines[0]?.startsWith("OK") === true) say(lines.slice(1), lines[0]);
    else say(lines);
  } catch (error) {
    say([], `KO: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const authentication = (file: string): readonly string[] => [
  "Android Console: Authentication required",
  "Android Console: type 'auth <auth_token>' to authenticate",
  "Android Console: you can find your <auth_token> in ",
  `'${file}'`,
];

function refusal(given: string | undefined, token: string): string | null {
  if (given === undefined) return "missing authentication token";
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  const equal = one.length === other.length && timingSafeEqual(one, other);
  return equal ? null : "authentication token does not match ~/.emulator_console_auth_token";
}

import { readFile, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { basename } from "node:path";
import { DroverError } from "#shared/errors/drover-error.ts";

/** One session with an emulator's console. */
export interface EmulatorConsole {
  /** What it said before `OK`. @throws SnapshotFailed with its words after `KO` */
  ask(command: string): Promise<readonly string[]>;
}

const tokenFileName = ".emulator_console_auth_token";
const largestToken = 1_024;
const largestAnswer = 1_048_576;
/** An emulator saves gigabytes of memory. */
const deadlineMilliseconds = 90_000;

/**
 * Opens the console on this machine, gives it its token, lets `use` ask and closes it. As the emulator has it
 * (developer.android.com/studio/run/emulator-console): lines in, lines out, the last of an answer `OK` or `KO: why`.
 * @throws SnapshotFailed
 */
export async function withConsole<Result>(
  port: number,
  use: (console: EmulatorConsole) => Promise<Result>,
): Promise<Result> {
  const session = new Session(connect(port, "127.0.0.1"), port);
  try {
    const banner = await session.answer();
    const file = banner.map((line) => /^'(.+)'$/.exec(line.trim())?.[1]).find((path) => path !== undefined);
    if (file !== undefined) await session.ask(`auth ${await readToken(file)}`);
    return await use(session);
  } finally {
    session.close();
  }
}

/** The console says which file its token is in: whatever listens there is told of no other file. */
async function readToken(file: string): Promise<string> {
  const problem = (why: string, cause?: unknown) =>
    new DroverError("SnapshotFailed", `The console's token cannot be read: ${why}.`, { cause });
  if (basename(file) !== tokenFileName) throw problem(`it should be in a file named ${tokenFileName}`);
  try {
    if ((await stat(file)).size > largestToken) throw problem("its file is too large");
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof DroverError) throw error;
    throw problem(`this process may not read ${file}`, error);
  }
}

class Session implements EmulatorConsole {
  readonly #socket: Socket;
  readonly #port: number;
  readonly #timer: NodeJS.Timeout;
  #heard = "";
  #gone: string | null = null;
  #wake: () => void = () => {};

  constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
    this.#timer = setTimeout(
      () => this.#end(`it did not respond within ${deadlineMilliseconds / 1_000} s`),
      deadlineMilliseconds,
    );
    socket.on("data", (bytes) => {
      this.#heard += bytes.toString("utf8");
      if (this.#heard.length > largestAnswer) this.#end("its response is too long");
      this.#wake();
    });
    socket.on("error", (error) => this.#end(error.message));
    socket.on("close", () => this.#end("it closed the connection"));
  }

  ask(command: string): Promise<readonly string[]> {
    if (/[\r\n]/.test(command)) throw new TypeError("a console command must be one line");
    this.#socket.write(`${command}\r\n`);
    return this.answer(command.startsWith("auth ") ? "auth" : command);
  }

  async answer(command = "its greeting"): Promise<readonly string[]> {
    for (;;) {
      const end = /^(OK|KO)(?::[^\n]*)?\r?\n/m.exec(this.#heard);
      if (end !== null) {
        const said = this.#heard.slice(0, end.index);
        this.#heard = this.#heard.slice(end.index + end[0].length);
        if (end[1] === "OK") return said.split(/\r?\n/).filter((line) => line !== "");
        throw this.#failed(`its response to '${command}' was '${end[0].trim().slice(0, 300)}'`);
      }
      if (this.#gone !== null) throw this.#failed(this.#gone);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.destroy();
  }

  #end(why: string): void {
    this.#gone ??= why;
    this.#wake();
  }

  #failed(why: string): DroverError {
    return new DroverError("SnapshotFailed", `The console on port ${this.#port}: ${why}.`);
  }
}

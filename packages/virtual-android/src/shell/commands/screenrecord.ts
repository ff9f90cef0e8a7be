import { processesOf } from "../process-table.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { builtInDisplayId } from "./dump/dump-display.ts";
import { type FrameSize, ScreenEncoder } from "./screen-encoder.ts";

const longestSeconds = 180;
const bitRates = { least: 100_000, most: 200_000_000, usual: 20_000_000 } as const;
/** How often the screen is looked at; one that did not change costs nothing. */
const lookMilliseconds = 100;

const usage = "Usage: screenrecord [options] <filename>";

interface Options {
  readonly size: FrameSize | undefined;
  readonly bitRate: number;
  readonly seconds: number;
  readonly verbose: boolean;
  readonly path: string;
}

/**
 * `screenrecord [--size WxH] [--bit-rate N] [--time-limit N] [--verbose] FILE`: an H.264 MP4 of the screen until the time limit,
 * SIGINT, or until nobody listens. What Android's would record otherwise (`--bugreport`, `--rotate`, raw H.264) is refused.
 */
export const screenrecord: ShellCommand = async (context) => {
  const { device, stdout, surroundings } = context;
  const options = readOptions(context);
  const { display } = device;
  const size = options.size ?? { width: even(display.width), height: even(display.height) };
  // Android's opens its file first: a path that cannot be written ends it before anything is recorded.
  surroundings.files.write(options.path, Buffer.alloc(0));
  const processes = processesOf(device);
  const interrupted = new AbortController();
  const process = processes.start(["screenrecord", ...context.args], context.state.pid, () =>
    interrupted.abort(),
  );
  const say = (line: string): void => {
    if (options.verbose) stdout.write(`${line}\n`);
  };
  say(`Main display is ${display.width}x${display.height} @60.00fps (orientation=${display.rotation})`);
  say(
    `Configuring recorder for ${size.width}x${size.height} video/avc at ${(options.bitRate / 1e6).toFixed(2)}Mbps`,
  );
  const stop = AbortSignal.any([
    interrupted.signal,
    surroundings.hangUp,
    AbortSignal.timeout(options.seconds * 1_000),
  ]);
  try {
    await using encoder = new ScreenEncoder(size, options.bitRate);
    say(contentArea(display, size));
    const frames = await recordUntil(stop, context, encoder);
    say(`Encoder stopping; recorded ${frames} frames`);
    surroundings.files.write(options.path, await encoder.finish());
    return 0;
  } finally {
    processes.end(process.pid);
  }
};

/** A frame whenever the screen has changed, and a last one, which says how long it stood. */
async function recordUntil(
  stop: AbortSignal,
  { device, surroundings }: CommandContext,
  encoder: ScreenEncoder,
): Promise<number> {
  let begun: number | null = null;
  let last: Buffer | null = null;
  let frames = 0;
  for (;;) {
    const ended = stop.aborted;
    const png: Buffer = await device.screencap();
    if (png !== last || ended) {
      begun ??= performance.now();
      encoder.add(png, performance.now() - begun);
      frames += 1;
      last = png;
    }
    if (ended) return frames;
    await surroundings.sleep(lookMilliseconds, stop).catch(() => {});
  }
}

function contentArea(display: FrameSize, size: FrameSize): string {
  const scale = Math.min(size.width / display.width, size.height / display.height);
  const [width, height] = [Math.round(display.width * scale), Math.round(display.height * scale)];
  const [x, y] = [(size.width - width) >> 1, (size.height - height) >> 1];
  return `Content area is ${width}x${height} at offset x=${x} y=${y}`;
}

const even = (length: number): number => length - (length % 2);

function readOptions(context: CommandContext): Options {
  const { values, path } = split(context.args);
  const bitRate = readBitRate(values.get("bit-rate"));
  const seconds = Number(values.get("time-limit") ?? longestSeconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > longestSeconds)
    throw new CommandFailure(
      `Time limit ${values.get("time-limit")}s outside acceptable range [1,${longestSeconds}]`,
      2,
    );
  const display = values.get("display-id") ?? builtInDisplayId;
  if (display !== builtInDisplayId) throw new CommandFailure("Invalid physical display ID", 2);
  if (path === undefined) throw new CommandFailure("Must specify output file (see --help).", 2);
  return {
    size: readSize(values.get("size")),
    bitRate,
    seconds,
    verbose: values.has("verbose"),
    path: absolutePath(context, path),
  };
}

const withValue = ["size", "bit-rate", "time-limit", "display-id"];

function split(args: readonly string[]) {
  const values = new Map<string, string>();
  const rest = [...args];
  let path: string | undefined;
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (!argument.startsWith("--")) {
      path = argument;
      continue;
    }
    const [name = "", attached] = argument.slice(2).split("=", 2);
    if (name === "verbose") values.set(name, "");
    else if (withValue.includes(name)) values.set(name, attached ?? rest.shift() ?? "");
    else throw refusal(name, argument);
  }
  return { values, path };
}

const notHere = ["bugreport", "rotate", "output-format", "codec-name", "monotonic-time", "help"];

const refusal = (name: string, argument: string): CommandFailure =>
  notHere.includes(name)
    ? new CommandFailure(`screenrecord: ${argument} is not supported by this virtual phone\n${usage}`, 2)
    : new CommandFailure(`screenrecord: unrecognized option '${argument}'\n${usage}`, 2);

function readSize(text: string | undefined): FrameSize | undefined {
  if (text === undefined) return;
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (!(size.width > 0 && size.height > 0))
    throw new CommandFailure(`Invalid size '${text}', must be width x height`, 2);
  if (size.width % 2 !== 0 || size.height % 2 !== 0)
    throw new CommandFailure(`ERROR: unable to configure video/avc codec at ${text} (err=-1010)`);
  return size;
}

function readBitRate(text: string | undefined): number {
  if (text === undefined) return bitRates.usual;
  const [, number, unit] = /^(\d+)([mM]?)$/.exec(text) ?? [];
  const bitRate = Number(number) * (unit === "" ? 1 : 1_000_000);
  if (!(bitRate >= bitRates.least && bitRate <= bitRates.most))
    throw new CommandFailure(
      `Bit rate ${text}bps outside acceptable range [${bitRates.least},${bitRates.most}]`,
      2,
    );
  return bitRate;
}

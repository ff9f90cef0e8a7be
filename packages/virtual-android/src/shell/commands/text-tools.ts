import { createHash } from "node:crypto";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { readAll } from "../streams.ts";
import { forEachOperand } from "./file-commands.ts";
import { parseOptions } from "./options.ts";

/** Runs `operation` on the bytes of every operand, or of stdin when there is none. */
async function forEachText(
  context: CommandContext,
  operands: readonly string[],
  operation: (bytes: Buffer, name: string) => void,
): Promise<number> {
  return forEachOperand(context, operands.length === 0 ? ["-"] : operands, async (path, operand) => {
    operation(
      operand === "-" ? await readAll(context.stdin) : context.surroundings.files.read(path),
      operand,
    );
  });
}

/** Lines with their line feeds. */
const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** `head -5` means `head -n 5`. */
const withCount = (context: CommandContext): CommandContext => ({
  ...context,
  args: context.args.flatMap((argument) =>
    /^-\d+$/.test(argument) ? ["-n", argument.slice(1)] : [argument],
  ),
});

function count(context: CommandContext, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^[+-]?\d+$/.test(text)) throw new CommandFailure(`${context.name}: not integer: ${text}`);
  return Number(text);
}

export const head: ShellCommand = (given) => {
  const context = withCount(given);
  const { values, operands } = parseOptions(context, "n:c:qv");
  return forEachText(context, operands, (bytes) => {
    const limitBytes = values.get("c");
    const lines = linesOf(bytes);
    const wanted = count(context, values.get("n"), 10);
    if (limitBytes !== undefined) context.stdout.write(bytes.subarray(0, count(context, limitBytes, 0)));
    else context.stdout.write(lines.slice(0, wanted < 0 ? lines.length + wanted : wanted).join(""));
  });
};

export const tail: ShellCommand = (given) => {
  const context = withCount(given);
  const { values, operands, flags } = parseOptions(context, "n:c:qf");
  if (flags.has("f")) throw new CommandFailure("tail: -f is not supported by this virtual phone");
  return forEachText(context, operands, (bytes) => {
    const limitBytes = values.get("c");
    if (limitBytes !== undefined) {
      context.stdout.write(bytes.subarray(Math.max(0, bytes.length - count(context, limitBytes, 0))));
      return;
    }
    const text = values.get("n");
    const wanted = Math.abs(count(context, text, 10));
    const lines = linesOf(bytes);
    const start = text?.startsWith("+") ? wanted - 1 : Math.max(0, lines.length - wanted);
    context.stdout.write(lines.slice(start).join(""));
  });
};

export const wc: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "lwcm");
  const asked = [...flags];
  return forEachText(context, operands, (bytes, name) => {
    const text = bytes.toString("utf8");
    const counts: Readonly<Record<string, number>> = {
      l: text.split("\n").length - 1,
      w: text.split(/\s+/).filter((word) => word !== "").length,
      c: bytes.length,
      m: [...text].length,
    };
    const shown = ["l", "w", "m", "c"].filter((letter) =>
      asked.length === 0 ? letter !== "m" : flags.has(letter),
    );
    const numbers = shown.map((letter) => counts[letter] ?? 0);
    const label = name === "-" ? "" : ` ${name}`;
    context.stdout.write(
      `${numbers.length === 1 ? numbers[0] : numbers.map((value) => String(value).padStart(8)).join("")}${label}\n`,
    );
  });
};

export const base64: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "dw:i");
  return forEachText(context, operands, (bytes) => {
    if (flags.has("d")) {
      context.stdout.write(Buffer.from(bytes.toString("latin1"), "base64"));
      return;
    }
    const width = count(context, values.get("w"), 76);
    const text = bytes.toString("base64");
    context.stdout.write(width === 0 ? text : text.replace(new RegExp(`.{1,${width}}`, "g"), "$&\n"));
  });
};

const digest =
  (algorithm: string): ShellCommand =>
  (context) => {
    const { flags, operands } = parseOptions(context, "b");
    return forEachText(context, operands, (bytes, name) => {
      const hash = createHash(algorithm).update(bytes).digest("hex");
      context.stdout.write(flags.has("b") ? `${hash}\n` : `${hash}  ${name}\n`);
    });
  };

export const md5sum = digest("md5");
export const sha1sum = digest("sha1");
export const sha256sum = digest("sha256");

export const tee: ShellCommand = async (context) => {
  const { flags, operands } = parseOptions(context, "ai");
  const bytes = await readAll(context.stdin);
  context.stdout.write(bytes);
  return forEachOperand(context, operands, (path) =>
    context.surroundings.files.write(path, bytes, flags.has("a")),
  );
};

/** `sort` and `uniq`, as they stand behind pipes. */
export const sort: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "rnuf");
  const all: string[] = [];
  const collect = forEachText(context, operands, (bytes) =>
    all.push(...linesOf(bytes).map((line) => line.replace(/\n$/, ""))),
  );
  return collect.then((status) => {
    const sorted = all.sort(
      flags.has("n") ? (a, b) => Number.parseFloat(a) - Number.parseFloat(b) : undefined,
    );
    const shown = flags.has("u") ? [...new Set(sorted)] : sorted;
    context.stdout.write((flags.has("r") ? shown.reverse() : shown).map((line) => `${line}\n`).join(""));
    return status;
  });
};

export const basename: ShellCommand = ({ args, stdout }) => {
  const name = (args[0] ?? "").replace(/\/+$/, "").replace(/^.*\//, "");
  const suffix = args[1] ?? "";
  stdout.write(`${suffix !== "" && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`);
  return 0;
};

export const dirname: ShellCommand = ({ args, stdout }) => {
  const parent = (args[0] ?? "").replace(/\/+$/, "").replace(/\/?[^/]*$/, "");
  stdout.write(`${parent || ((args[0] ?? "").startsWith("/") ? "/" : ".")}\n`);
  return 0;
};

export const readlink: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "fen");
  return forEachOperand(context, operands, (path) => {
    const { files } = context.surroundings;
    context.stdout.write(`${flags.has("f") ? files.resolve(path) : files.readLink(path)}\n`);
  });
};

export const realpath: ShellCommand = (context) =>
  forEachOperand(context, context.args, (path, operand) => {
    context.surroundings.files.stat(absolutePath(context, operand));
    context.stdout.write(`${context.surroundings.files.resolve(path)}\n`);
  });

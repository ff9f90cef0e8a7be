import { createHash } from "node:crypto";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll, readLine } from "../../streams.ts";
import { parseOptions } from "../builtins/options.ts";
import { forEachOperand, needOperands } from "./file-commands.ts";

/** Runs `operation` on the bytes of every operand, or of stdin when there is none. */
export async function forEachText(
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
export const linesOf = (bytes: Buffer): string[] => bytes.toString("utf8").match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** `head -5` means `head -n 5`. */
const withCount = (context: CommandContext): CommandContext => ({
  ...context,
  // After -n or -c it is their number: `head -n -1` is all but the last.
  args: context.args.flatMap((argument, index, all) =>
    /^-\d+$/.test(argument) && !/^-[nc]$/.test(all[index - 1] ?? "") ? ["-n", argument.slice(1)] : [argument],
  ),
});

function count(context: CommandContext, text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^[+-]?\d+$/.test(text)) throw new CommandFailure(`${context.name}: not integer: ${text}`);
  return Number(text);
}

export const head: ShellCommand = async (given) => {
  const context = withCount(given);
  const { flags, values, operands } = parseOptions(context, "n:c:qv");
  const limitBytes = values.get("c");
  const wanted = count(context, limitBytes ?? values.get("n"), 10);
  const isNamed = flags.has("v") || (operands.length > 1 && !flags.has("q"));
  const title = (name: string): void => {
    if (isNamed) context.stdout.write(`==> ${name === "-" ? "standard input" : name} <==\n`);
  };
  if (operands.length === 0 && limitBytes === undefined && wanted >= 0) {
    title("-");
    // Line by line: a writer that continues after the last of them gets SIGPIPE.
    for (let left = wanted; left > 0; left -= 1) {
      const line = await readLine(context.stdin);
      if (line === null) break;
      context.stdout.write(`${line.text}${line.isWhole ? "\n" : ""}`);
    }
    return 0;
  }
  return forEachText(context, operands, (bytes, name) => {
    title(name);
    const lines = linesOf(bytes);
    if (limitBytes !== undefined)
      context.stdout.write(bytes.subarray(0, wanted < 0 ? Math.max(0, bytes.length + wanted) : wanted));
    else context.stdout.write(lines.slice(0, wanted < 0 ? lines.length + wanted : wanted).join(""));
  });
};

export const tail: ShellCommand = (given) => {
  const context = withCount(given);
  const { values, operands, flags } = parseOptions(context, "n:c:f");
  if (flags.has("f")) throw new CommandFailure("tail: -f is not supported by this virtual phone");
  let isFirst = true;
  return forEachText(context, operands, (bytes, name) => {
    if (operands.length > 1)
      context.stdout.write(`${isFirst ? "" : "\n"}==> ${name === "-" ? "standard input" : name} <==\n`);
    isFirst = false;
    const limitBytes = values.get("c");
    if (limitBytes !== undefined) {
      const size = Math.abs(count(context, limitBytes, 0));
      const from = limitBytes.startsWith("+") ? size - 1 : bytes.length - size;
      context.stdout.write(bytes.subarray(Math.max(0, from)));
      return;
    }
    const text = values.get("n");
    const wanted = Math.abs(count(context, text, 10));
    const lines = linesOf(bytes);
    const start = text?.startsWith("+") ? Math.max(0, wanted - 1) : Math.max(0, lines.length - wanted);
    context.stdout.write(lines.slice(start).join(""));
  });
};

export const wc: ShellCommand = async (context) => {
  const { flags, operands } = parseOptions(context, "lwcm");
  const shown = ["l", "w", "m", "c"].filter((letter) =>
    flags.size === 0 ? letter !== "m" : flags.has(letter),
  );
  const totals: Record<string, number> = {};
  const write = (counts: Readonly<Record<string, number>>, label: string): void => {
    const numbers = shown.map((letter) => counts[letter] ?? 0);
    context.stdout.write(
      `${numbers.length === 1 ? numbers[0] : numbers.map((value) => String(value).padStart(7)).join(" ")}${label}\n`,
    );
  };
  const status = await forEachText(context, operands, (bytes, name) => {
    const text = bytes.toString("utf8");
    const counts: Readonly<Record<string, number>> = {
      l: text.split("\n").length - 1,
      w: text.split(/\s+/).filter((word) => word !== "").length,
      c: bytes.length,
      m: [...text].length,
    };
    for (const letter of shown) totals[letter] = (totals[letter] ?? 0) + (counts[letter] ?? 0);
    write(counts, name === "-" ? "" : ` ${name}`);
  });
  if (operands.length > 1) write(totals, " total");
  return status;
};

export const base64: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "dw:");
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
  const { flags, operands } = parseOptions(context, "a");
  const bytes = await readAll(context.stdin);
  context.stdout.write(bytes);
  return forEachOperand(context, operands, (path) =>
    context.surroundings.files.write(path, bytes, flags.has("a")),
  );
};

/** `uniq [-c] [-d] [-u]`: of lines that follow each other. */
export const uniq: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "cdu");
  return forEachText(context, operands.slice(0, 1), (bytes) => {
    const groups: { readonly line: string; count: number }[] = [];
    for (const line of linesOf(bytes).map((one) => one.replace(/\n$/, ""))) {
      const last = groups.at(-1);
      if (last?.line === line) last.count += 1;
      else groups.push({ line, count: 1 });
    }
    const shown = groups.filter(({ count: times }) =>
      flags.has("d") ? times > 1 : !flags.has("u") || times === 1,
    );
    context.stdout.write(
      shown
        .map(({ line, count: times }) => `${flags.has("c") ? `${String(times).padStart(7)} ` : ""}${line}\n`)
        .join(""),
    );
  });
};

export const basename: ShellCommand = (context) => {
  const { stdout } = context;
  const { operands: args } = parseOptions(context, "");
  needOperands(context, args, 1);
  const name = (args[0] ?? "").replace(/\/+$/, "").replace(/^.*\//, "");
  const suffix = args[1] ?? "";
  stdout.write(`${suffix !== "" && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name}\n`);
  return 0;
};

export const dirname: ShellCommand = (context) => {
  const { stdout } = context;
  const { operands: args } = parseOptions(context, "");
  needOperands(context, args, 1);
  const parent = (args[0] ?? "").replace(/\/+$/, "").replace(/\/?[^/]*$/, "");
  stdout.write(`${parent || ((args[0] ?? "").startsWith("/") ? "/" : ".")}\n`);
  return 0;
};

export const readlink: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "fn");
  return forEachOperand(context, operands, (path) => {
    const { files } = context.surroundings;
    context.stdout.write(
      `${flags.has("f") ? files.resolve(path) : files.readLink(path)}${flags.has("n") ? "" : "\n"}`,
    );
  });
};

export const realpath: ShellCommand = (context) =>
  forEachOperand(context, parseOptions(context, "").operands, (path, operand) => {
    context.surroundings.files.stat(absolutePath(context, operand));
    context.stdout.write(`${context.surroundings.files.resolve(path)}\n`);
  });

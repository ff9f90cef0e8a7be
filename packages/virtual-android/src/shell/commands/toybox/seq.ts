import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";

const mostNumbers = 1_000_000;
const isNumber = (text: string): boolean => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text);
const decimalsOf = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;

/** `seq [-w] [-s STRING] [FIRST [INCREMENT]] LAST`, as toybox. */
export const seq: ShellCommand = (context) => {
  // A negative number is no option.
  const from = context.args.findIndex((word) => isNumber(word));
  const {
    flags,
    values,
    operands: words,
  } = parseOptions({ ...context, args: from < 0 ? context.args : context.args.slice(0, from) }, "f:s:w");
  if (flags.has("f")) throw new CommandFailure("seq: -f is not supported by this virtual phone");
  const operands = [...words, ...(from < 0 ? [] : context.args.slice(from))];
  if (operands.length < 1) throw new CommandFailure('seq: Needs 1 argument (see "seq --help")');
  if (operands.length > 3) throw new CommandFailure('seq: Max 3 arguments (see "seq --help")');
  const bad = operands.find((word) => !isNumber(word));
  if (bad !== undefined) throw new CommandFailure(`seq: bad '${bad}'`);
  const [first, step, last] =
    operands.length === 1
      ? ["1", "1", operands[0]]
      : operands.length === 2
        ? [operands[0], "1", operands[1]]
        : operands;
  const [start, by, end] = [Number(first), Number(step), Number(last)];
  const decimals = Math.max(decimalsOf(first ?? ""), decimalsOf(step ?? ""));
  const count = by === 0 ? 0 : Math.floor((end - start) / by + 1e-9) + 1;
  if (count > mostNumbers)
    throw new CommandFailure(`seq: more than ${mostNumbers} numbers are not supported by this virtual phone`);
  const numbers = Array.from({ length: Math.max(0, count) }, (_, index) =>
    (start + by * index).toFixed(decimals),
  );
  const width = flags.has("w") ? Math.max(0, ...numbers.map(({ length }) => length)) : 0;
  const padded = numbers.map((text) =>
    text.startsWith("-") ? `-${text.slice(1).padStart(width - 1, "0")}` : text.padStart(width, "0"),
  );
  if (padded.length > 0) context.stdout.write(`${padded.join(values.get("s") ?? "\n")}\n`);
  return 0;
};

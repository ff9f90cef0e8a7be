import type { Stats } from "node:fs";
import { patternMatcher } from "../../language/shell-pattern.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";

interface Found {
  readonly path: string;
  readonly stat: Stats | null;
}
/** True when the file passes. */
type Test = (file: Found, context: CommandContext) => boolean | Promise<boolean>;
interface Search {
  readonly test: Test;
  readonly acts: boolean;
  readonly deepest: number;
  readonly shallowest: number;
  /** Of `-exec … {} +`: run once at the end, with everything that was found in place of `{}`. */
  readonly batches: readonly { readonly words: readonly string[]; readonly paths: string[] }[];
}

/** `find PATH… EXPRESSION` with names, types, sizes, times, `!`, `-a`, `-o`, parentheses, `-exec … ;`, `-exec … {} +`, `-delete` and prints. */
export const find: ShellCommand = async (context) => {
  const first = context.args.findIndex((argument) => /^(?:-.|[!(])/.test(argument));
  const paths = first < 0 ? context.args : context.args.slice(0, first);
  const search = new ExpressionReader(first < 0 ? [] : context.args.slice(first)).search();
  let status = 0;
  for (const path of paths.length === 0 ? ["."] : paths) {
    if (context.surroundings.files.find(absolutePath(context, path), false) === null) {
      context.stderr.write(`find: '${path}': No such file or directory\n`);
      status = 1;
    } else await visit(path, 0, search, context);
  }
  for (const { words, paths: found } of search.batches) {
    if (
      found.length > 0 &&
      (await context.runCommand(words.flatMap((word) => (word === "{}" ? found : [word])))) !== 0
    )
      status = 1;
  }
  return status;
};

async function visit(path: string, depth: number, search: Search, context: CommandContext): Promise<void> {
  const { files } = context.surroundings;
  const place = absolutePath(context, path);
  const stat = files.find(place, false);
  if (stat?.isDirectory() === true && depth < search.deepest) {
    // What is in a directory comes after it, unless it may be deleted: then it must be empty first.
    if (!search.acts) await judge(path, depth, stat, search, context);
    for (const name of files.list(place))
      await visit(path.endsWith("/") ? `${path}${name}` : `${path}/${name}`, depth + 1, search, context);
    if (search.acts) await judge(path, depth, stat, search, context);
  } else await judge(path, depth, stat, search, context);
}

async function judge(
  path: string,
  depth: number,
  stat: Stats | null,
  search: Search,
  context: CommandContext,
): Promise<void> {
  if (depth >= search.shallowest) await search.test({ path, stat }, context);
}

class ExpressionReader {
  readonly #left: string[];
  readonly #batches: { words: readonly string[]; paths: string[] }[] = [];
  #deepest = 64;
  #shallowest = 0;
  #prints = true;
  #deletes = false;

  constructor(args: readonly string[]) {
    this.#left = [...args];
  }

  search(): Search {
    const test = this.#left.length === 0 ? () => true : this.#either();
    if (this.#left.length > 0) throw new CommandFailure(`find: bad arg '${this.#left[0]}'`);
    const whole: Test = async (file, context) => {
      const passes = await test(file, context);
      if (passes && this.#prints) context.stdout.write(`${file.path}\n`);
      return passes;
    };
    return {
      test: whole,
      acts: this.#deletes,
      deepest: this.#deepest,
      shallowest: this.#shallowest,
      batches: this.#batches,
    };
  }

  #either(): Test {
    const choices = [this.#both()];
    while (this.#left[0] === "-o" || this.#left[0] === "-or") {
      this.#left.shift();
      choices.push(this.#both());
    }
    return async (file, context) => {
      for (const choice of choices) if (await choice(file, context)) return true;
      return false;
    };
  }

  #both(): Test {
    const all = [this.#one()];
    while (this.#left.length > 0 && !["-o", "-or", ")"].includes(this.#left[0] ?? "")) {
      if (this.#left[0] === "-a" || this.#left[0] === "-and") this.#left.shift();
      all.push(this.#one());
    }
    return async (file, context) => {
      for (const test of all) if (!(await test(file, context))) return false;
      return true;
    };
  }

  #one(): Test {
    const option = this.#left.shift();
    if (option === undefined) throw new CommandFailure("find: bad expression");
    if (option === "!" || option === "-not") {
      const test = this.#one();
      return async (file, context) => !(await test(file, context));
    }
    if (option === "(") {
      const test = this.#either();
      if (this.#left.shift() !== ")") throw new CommandFailure("find: need )");
      return test;
    }
    return this.#action(option) ?? this.#test(option);
  }

  #action(option: string): Test | null {
    switch (option) {
      case "-print":
      case "-print0": {
        this.#prints = false;
        const end = option === "-print" ? "\n" : "\0";
        return ({ path }, { stdout }) => {
          stdout.write(path + end);
          return true;
        };
      }
      case "-delete":
        this.#prints = false;
        this.#deletes = true;
        return remove;
      case "-exec":
        return this.#exec();
      case "-true":
        return () => true;
      case "-false":
        return () => false;
      default:
        return null;
    }
  }

  #exec(): Test {
    this.#prints = false;
    const end = this.#left.findIndex(
      (word, index) => word === ";" || (word === "+" && this.#left[index - 1] === "{}"),
    );
    if (end < 0) throw new CommandFailure("find: -exec needs ;");
    const words = this.#left.splice(0, end + 1);
    if (words.pop() === "+") {
      const batch = { words, paths: [] as string[] };
      this.#batches.push(batch);
      return ({ path }) => batch.paths.push(path) > 0;
    }
    return async ({ path }, context) =>
      (await context.runCommand(words.map((word) => word.replaceAll("{}", path)))) === 0;
  }

  #test(option: string): Test {
    const value = ["-empty"].includes(option) ? "" : this.#left.shift();
    if (value === undefined) throw new CommandFailure(`find: '${option}' needs 1 arg`);
    const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
    switch (option) {
      case "-maxdepth":
        this.#deepest = wholeNumber(option, value);
        return () => true;
      case "-mindepth":
        this.#shallowest = wholeNumber(option, value);
        return () => true;
      case "-name":
        return ({ path }) => patternMatcher(value).test(baseName(path));
      case "-iname":
        return ({ path }) => patternMatcher(value.toLowerCase()).test(baseName(path).toLowerCase());
      case "-path":
        return ({ path }) => patternMatcher(value).test(path);
      case "-type":
        return typeTest(value);
      case "-size":
        return sizeTest(value);
      case "-mtime":
      case "-mmin":
        return ageTest(option, value);
      case "-newer":
        return ({ stat }, context) => {
          const other = context.surroundings.files.find(absolutePath(context, value));
          if (other === null)
            throw new CommandFailure(`find: Can't stat ${value}: No such file or directory`);
          return stat !== null && stat.mtimeMs > other.mtimeMs;
        };
      case "-empty":
        return ({ path, stat }, context) =>
          stat?.isDirectory() === true
            ? context.surroundings.files.list(absolutePath(context, path)).length === 0
            : stat?.size === 0;
      default:
        throw new CommandFailure(`find: bad arg '${option}'`);
    }
  }
}

const remove: Test = ({ path, stat }, context) => {
  const { files } = context.surroundings;
  if (stat?.isDirectory() === true) files.removeEmptyDirectory(absolutePath(context, path));
  else files.remove(absolutePath(context, path), false);
  return true;
};

function wholeNumber(option: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new CommandFailure(`find: bad ${option} '${value}'`);
  return Number(value);
}

function typeTest(value: string): Test {
  if (!/^[fdlbcps](?:,[fdlbcps])*$/.test(value)) throw new CommandFailure(`find: bad -type '${value}'`);
  return ({ stat }) =>
    value
      .split(",")
      .some(
        (kind) =>
          (kind === "d"
            ? stat?.isDirectory()
            : kind === "l"
              ? stat?.isSymbolicLink()
              : kind === "f" && stat?.isFile()) === true,
      );
}

/** `+N`, `-N` and `N`. */
function compared(
  option: string,
  value: string,
  pattern: RegExp,
): { readonly sign: string; readonly number: number; readonly unit: string } {
  const match = pattern.exec(value);
  if (match === null) throw new CommandFailure(`find: bad ${option} '${value}'`);
  return { sign: match[1] ?? "", number: Number(match[2]), unit: match[3] ?? "" };
}
const holds = (actual: number, sign: string, wanted: number): boolean =>
  sign === "+" ? actual > wanted : sign === "-" ? actual < wanted : actual === wanted;

function sizeTest(value: string): Test {
  const { sign, number, unit } = compared("-size", value, /^([+-]?)(\d+)([cwbkMG]?)$/);
  const bytes = { c: 1, w: 2, "": 512, b: 512, k: 1_024, M: 1_048_576, G: 1_073_741_824 }[unit] ?? 512;
  return ({ stat }) => holds(Math.ceil((stat?.size ?? 0) / bytes), sign, number);
}

function ageTest(option: string, value: string): Test {
  const { sign, number } = compared(option, value, /^([+-]?)(\d+)$/);
  const milliseconds = option === "-mtime" ? 86_400_000 : 60_000;
  return ({ stat }, { device }) =>
    holds(Math.floor((device.clock().getTime() - (stat?.mtimeMs ?? 0)) / milliseconds), sign, number);
}

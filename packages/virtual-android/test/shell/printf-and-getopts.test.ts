import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out } = shellOnFake();

/** Every answer is what toybox 0.8.9 prints (Debian's package; Android 14 has the same) for the same line. */
const asToybox: readonly (readonly [command: string, stdout: string])[] = [
  ["printf -- '%s-%s\\n' a b; printf -- --", "a-b\n--"],
  ["printf '%5d|%-5d|%05d|%+d' 12 34 56 78", "   12|34   |00056|+78"],
  ["printf '%x %X %o %#x\\n' 12 34 56 78", "c 22 70 0x4e\n"],
  ["printf '%5.2s|' abc de", "   ab|   de|"],
  ["printf '%c' abc de; printf '%*d' 5 3", "ad    3"],
  ["printf '%e %.2f %g\\n' 12 56.785 0.00001", "1.200000e+01 56.78 1e-05\n"],
  ["printf '%u %x\\n' -1 -1", "18446744073709551615 ffffffffffffffff\n"],
  [`printf '%d %d %d\\n' 0x1f 010 "'A"`, "31 8 65\n"],
  ["printf '\\101\\x41%%\\n'; printf 'a\\cb'; printf '%b' 'x\\cy'; printf '%d %s\\n' 3", "AA%\nax3 \n"],
];

describe("printf", () => {
  it.each(asToybox)("does as toybox: %s", async (command, stdout) => {
    expect(await run(command)).toEqual({ stdout, stderr: "", code: 0 });
  });

  it("says what it cannot read", async () => {
    expect(await run("printf '%d\\n' abc")).toEqual({
      stdout: "0\n",
      stderr: "printf: bad %d abc\n",
      code: 1,
    });
    expect(await run("printf 'a%k'")).toMatchObject({ stderr: "printf: bad %k@3\n", code: 1 });
    expect(await run("printf")).toMatchObject({ stderr: 'printf: Needs 1 argument (see "printf --help")\n' });
  });

  it("writes whole numbers as they are, however wide", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.nat(40),
        async (number, width) => {
          expect(await out(`printf '%${width || ""}d' ${number}`)).toBe(String(number).padStart(width));
        },
      ),
      { numRuns: 60 },
    );
  });
});

const each = (options: string) =>
  `while getopts ${options} o; do echo "$o [$OPTARG] $OPTIND"; done; echo "$? $o $OPTIND"`;

describe("getopts", () => {
  // As mksh R59 (Debian's package) answers, without the `E:` that Debian's puts before its errors.
  it.each([
    [`set -- -a -b val -c rest; ${each("ab:c")}`, "a [] 2\nb [val] 4\nc [] 5\n0 ? 5\n", ""],
    [`set -- -abval -- -a; ${each("ab:")}`, "a [] 2\nb [val] 2\n0 ? 3\n", ""],
    [
      `set -- -x -b; ${each("ab:")}`,
      "? [] 2\n? [] 3\n0 ? 3\n",
      "/system/bin/sh: -x: unknown option\n/system/bin/sh: -b: requires an argument\n",
    ],
    [`set -- -x -b; ${each(":ab:")}`, "? [x] 2\n: [b] 3\n0 ? 3\n", ""],
    [`set -- +a -b; ${each("ab")}`, "+a [] 2\nb [] 3\n0 ? 3\n", ""],
    [`set -- -a foo -b; ${each("ab")}`, "a [] 2\n0 ? 2\n", ""],
    [`set -- -a -; ${each("a")}`, "a [] 2\n0 ? 2\n", ""],
    [`set -- -b ''; getopts b: o; echo "$o [$OPTARG] \${OPTARG+set}"`, "b [] set\n", ""],
    ["f() { OPTIND=1; while getopts v o; do echo $o; done; }; f -v; f -vv; echo $OPTIND", "v\nv\nv\n2\n", ""],
    [
      "f() { local OPTIND=1 o; while getopts v o; do echo $o $OPTIND; done; }; f -v; f -vv; echo $OPTIND",
      "v 2\nv 2\nv 2\n1\n",
      "",
    ],
    ["getopts ab: o -a -b; echo $o $?", "a 0\n", ""],
  ])("does as mksh: %s", async (command, stdout, stderr) => {
    expect(await run(command)).toMatchObject({ stdout, stderr });
  });

  it.each([
    ["getopts", "getopts: options: missing argument"],
    ["getopts a", "getopts: name: missing argument"],
    ["getopts a 1x", "getopts: 1x: is not an identifier"],
  ])("refuses `%s`", async (command, message) => {
    expect(await run(command)).toEqual({ stdout: "", stderr: `/system/bin/sh: ${message}\n`, code: 1 });
  });

  it("lets a script shift what it has read", async () => {
    const script =
      'while getopts n: o; do case $o in n) n=$OPTARG;; *) exit 2;; esac; done; shift $((OPTIND-1)); echo "$n|$*"';
    expect(await out(`sh -c '${script}' s -n 3 a b`)).toBe("3|a b\n");
  });
});

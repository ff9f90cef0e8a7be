import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.ts";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out } = shellOnFake();
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const text = fc
  .string({ unit: anyCharacter, maxLength: 30 })
  .map((one) => one.toWellFormed().replaceAll("\u0000", ""));
const small = fc.integer({ min: -100_000, max: 100_000 });

/** Every answer is what mksh R59 prints (Debian's package) for the same line. */
const asMksh: readonly (readonly [command: string, stdout: string])[] = [
  [
    "x=5; echo $((x*2+1)) $((x>3?10:20)) $((~x)) $((x<<2|1)) $((0x10)) $((2#11)) $((010))",
    "11 10 -6 21 16 3 10\n",
  ],
  ["echo $((x=7, x+1)) $x $((x++)) $x $((1||1/0)) $((2147483647+1))", "8 7 7 8 1 -2147483648\n"],
  ["a='1+2'; echo $((a*2)) $(($a*2)); ((a>2)) && echo big", "6 5\nbig\n"],
  [`x=/a/b.tar.gz; echo \${x##*/} \${x%/*} \${x%%.*} \${x#no} \${#x}`, "b.tar.gz /a /a/b /a/b.tar.gz 11\n"],
  [`x=aXbX; echo \${x/X/-} \${x//X/-} \${x:1:2} \${x: -2}`, "a-bX a-b- Xb bX\n"],
  [`e=; echo "[\${e-d}]" "[\${e:-d}]" "[\${e+s}]" \${u:=new} $u`, "[] [d] [s] new new\n"],
  [`set -- a "b c"; n() { echo $#; }; n "$@"; n $*; n "$*"; shift; echo $1`, "2\n3\n1\nb c\n"],
  ["f() { local v=in; echo $1 $v; return 3; }; v=out; f a; echo $? $v", "a in\n3 out\n"],
  [
    "case f.zip in @(*.gz|*.zip)) echo arch;; esac; case x in [a-m]) echo lo;; *) echo hi;; esac",
    "arch\nhi\n",
  ],
  ["cat <<E\na $((1+1)) \\$x `echo b`\nE\ncat <<-'F'\n\tq $x\n\tF", "a 2 $x b\nq $x\n"],
  ["cat <<< 'here string'", "here string\n"],
  ["for a in 1 2; do for b in x y; do [ $b = y ] && continue 2; echo $a$b; done; done", "1x\n2x\n"],
  ["printf 'a b\\nc\\n' | while read x y; do echo \"<$x,$y>\"; done", "<a,b>\n<c,>\n"],
  ["set -e; echo 1; false || true; ! true; false; echo never", "1\n"],
  ["set -o pipefail; false | true; echo $?; ! false | true; echo $?", "1\n0\n"],
  ["trap 'echo bye $?' EXIT; echo hi; exit 3", "hi\nbye 3\n"],
  ["trap 'echo usr' USR1; kill -USR1 $$; echo on", "usr\non\n"],
  ["echo a{b,c}d {1..3} '{x,y}' z{,1}", "abd acd {1..3} {x,y} z z1\n"],
  ["(exit 7) & wait $!; echo $?; (exit 4); echo $?; x=$(exit 5); echo $?", "7\n4\n5\n"],
  ["exec 3>&1; echo x >&3; { echo c; echo d >&2; } 2>&1", "x\nc\nd\n"],
  ['IFS=,; x=a,b,,c; set -- $x; echo $# "$*"', "4 a,b,,c\n"],
  [
    "[[ abc == a* ]] && echo 1; [[ abc == 'a*' ]] || echo 2; [[ 3 -gt 2 && ! -e /no ]] && echo 3",
    "1\n2\n3\n",
  ],
  ["p='a*'; case abc in \"$p\") echo no;; $p) echo pattern;; esac", "pattern\n"],
  ["echo $'a\\tb\\x41'; f() { [ $1 -le 0 ] && return; echo $1; f $(($1-1)); }; f 2", "a\tbA\n2\n1\n"],
  ["export A=1; B=2; sh -c 'echo [$A$B]'; A=5 sh -c 'echo $A'; echo $A", "[1]\n5\n1\n"],
  ["type f cd if nosuch", "f not found\ncd is a shell builtin\nif is a reserved word\nnosuch not found\n"],
  ["echo $((2 > 1 ? 3, 4 : 5)) $((0 ? x = 1, 2 : 6)) [$x]", "4 6 []\n"],
  [
    "printf ':bb:\\na::\\nx y:\\na:b:c:\\na:aab :\\n' | while IFS=': ' read p q; do echo \"<$p><$q>\"; done",
    "<><bb>\n<a><>\n<x><y>\n<a><b:c:>\n<a><aab>\n",
  ],
  ["let 'x = 5 * 2'; typeset -i y=3+4; echo $x $y", "10 7\n"],
  [
    "typeset -i n=5; n=n+2; (n=n*2; echo $n); f() { n=1+1; }; f; echo $n; unset n; n=n+2; echo $n",
    "14\n2\nn+2\n",
  ],
  [`x="a\${IFS}b"; echo "$x"; echo $x; sh -c 'echo "[$IFS]"'`, "a \t\nb\na b\n[ \t\n]\n"],
  ["echo $SECONDS; SECONDS=7; echo $SECONDS; case $RANDOM in *[!0-9]*|'') echo none;; esac", "0\n7\n"],
  ["cd /sdcard; exec 3> three; echo a >&3; echo b >&3; exec 3>&-; cat three", "a\nb\n"],
  ["cd /sdcard; (exec > kept; echo in; echo more); exec < kept; read x; read y; echo $x $y", "in more\n"],
];

describe("the language of the phone's shell", () => {
  it.each(asMksh)("does as mksh: %s", async (command, stdout) => {
    expect(await out(command)).toBe(stdout);
  });

  it.each([
    ["set -u; echo $nope; echo never", "nope: parameter not set", 1],
    [`echo \${x?gone}; echo never`, "x: gone", 1],
    ["readonly r=1; r=2; echo never", "read-only: r", 2],
    ["echo $((1/0)); echo never", "1/0: zero divisor", 1],
    ["set -Q; echo never", "set: -Q: unknown option", 1],
    ["set -o vi; echo never", "set: vi: bad option", 1],
    ["echo <(ls)", "syntax error: unexpected '('", 1],
    ["[[ a =~ b ]]", "syntax error: unexpected operator/operand '=~'", 1],
    [`echo \${x^^}`, `\${x^^}: bad substitution`, 1],
    ["cat <<E\nnever closed", "here document 'E' unclosed", 1],
    ["a=(1 2)", "an array is not supported by this virtual phone's shell", 1],
    ["select x in a; do :; done", "'select' is not supported by this virtual phone's shell", 1],
    ["f() { f; }; f", "f: function calls nested too deeply", 1],
    ["echo x >&9", ">&9 : bad file descriptor", 1],
    ["shift 3; echo never", "shift: nothing to shift", 1],
    [". /nope; echo never", ".: /nope: No such file or directory", 1],
  ])("refuses %s aloud and goes no further", async (command, message, code) => {
    expect(await run(command)).toEqual({ stdout: "", stderr: `/system/bin/sh: ${message}\n`, code });
  });

  it.each(["kill -9 $$", "true; kill -KILL $$"])(
    "ends with its signal, also when it was the last: %s",
    async (command) => {
      expect(await run(command)).toEqual({ stdout: "", stderr: "", code: 137 });
    },
  );

  it("keeps a file open for a job that outlives the command that opened it", async () => {
    const waits: (() => void)[] = [];
    const sleep = () => new Promise<void>((resolve) => waits.push(resolve));
    const running = run(
      "{ { sleep 1; echo late; } & } > /sdcard/of-job; echo x > /sdcard/other; echo on; wait",
      "",
      { sleep },
    );
    await expect.poll(() => waits.length).toBe(1);
    waits[0]?.();
    expect(await running).toEqual({ stdout: "on\n", stderr: "", code: 0 });
    expect(await out("cat /sdcard/of-job /sdcard/other")).toBe("late\nx\n");
  });

  it("refuses to keep more files open than a process may", async () => {
    const { stderr, code } = await run(
      "i=0; while [ $i -lt 300 ]; do exec 3> /sdcard/f; i=$((i+1)); done; echo never",
    );
    expect([stderr, code]).toEqual(["/system/bin/sh: exec: Too many open files\n", 1]);
  });

  it("gives a script its arguments, its options and its own variables", async () => {
    await run(
      "printf '#!/system/bin/sh\\necho $0 $# \"$1\" $V\\nexit 4\\n' > /data/local/tmp/s.sh; chmod 755 /data/local/tmp/s.sh",
    );
    const line = "V=1 /data/local/tmp/s.sh 'a b' c; echo $?; V=2; sh -e /data/local/tmp/s.sh x";
    expect(await run(line)).toMatchObject({
      stdout: "/data/local/tmp/s.sh 2 a b 1\n4\n/data/local/tmp/s.sh 1 x\n",
      code: 4,
    });
    expect(await out("sh -c 'echo $0 $1' name arg")).toBe("name arg\n");
  });

  it("takes a script on stdin whose commands cover several lines, and leaves the rest to who reads it", async () => {
    const script =
      "f() {\n  echo in $1\n}\nfor i in 1 2; do\n  f $i\ndone\ncat <<E\nx $((1+1))\nE\nread v\nrest of it\necho $v\n";
    expect((await run("", script)).stdout).toBe("in 1\nin 2\nx 2\nrest of it\n");
  });

  it("ends a command that takes longer than `timeout` allows, with 124", async () => {
    const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
      milliseconds <= 1000
        ? Promise.resolve()
        : new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    expect((await run("timeout 1 sleep 5; echo $?", "", { sleep })).stdout).toBe("124\n");
    expect((await run("timeout 5 echo in time; echo $?", "", { sleep })).stdout).toBe("in time\n0\n");
    expect((await run("timeout -s KILL 1 sh -c 'while :; do :; done'; echo $?", "", { sleep })).stdout).toBe(
      "137\n",
    );
  });

  it("runs jobs beside each other, and ends the one that is killed", async () => {
    expect(
      await out("{ read x < /dev/null; echo early; } & sleep 600 & kill $!; wait $!; echo $?; wait"),
    ).toBe("early\n143\n");
    expect(await out("sleep 600 > /dev/null 2>&1 & echo $(($! - $$)); ps -o NAME; kill %1")).toBe(
      "1\nNAME\nsh\nsleep\n",
    );
  });

  it("lets the commands of a pipeline run at the same time, and ends writers that nobody reads", async () => {
    expect(await out("while :; do echo y; done | head -n 2; echo done")).toBe("y\ny\ndone\n");
  });

  it("computes as 32-bit C does", async () => {
    const operator = fc.constantFrom("+", "-", "*", "&", "|", "^", "<", "==");
    await fc.assert(
      fc.asyncProperty(small, operator, small, async (left, sign, right) => {
        const expected = {
          "+": left + right,
          "-": left - right,
          "*": Math.imul(left, right),
          "&": left & right,
          "|": left | right,
          "^": left ^ right,
          "<": Number(left < right),
          "==": Number(left === right),
        }[sign];
        expect(await out(`a=${left}; echo $((a ${sign} (${right})))`)).toBe(`${expected}\n`);
      }),
      { numRuns: 100 },
    );
  });

  it("keeps any text whole through a variable, an argument, a function and a here-document", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const kept = await out(`v=${quote(value)}; f() { printf %s "$1"; }; f "$v"`);
        expect(kept).toBe(value);
        expect(await out(`x=$(printf %s ${quote(`${value}.`)}); printf %s "$x"`)).toBe(`${value}.`);
      }),
      { numRuns: 150 },
    );
  });

  it("takes a quoted pattern for text and cuts what it matches from either end", async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (left, right) => {
        const line = `v=${quote(left + right)}; r=${quote(right)}; printf %s "\${v%"$r"}"; [[ $v == *"$r" ]]`;
        expect(await run(line)).toEqual({ stdout: left, stderr: "", code: 0 });
      }),
      { numRuns: 150 },
    );
  });
});

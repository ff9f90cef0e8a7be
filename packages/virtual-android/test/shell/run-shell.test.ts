import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.ts";
import { hostileTexts } from "../../../../test/hostile-text.ts";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out } = shellOnFake();
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const shellText = fc
  .string({ unit: anyCharacter, maxLength: 60 })
  .map((text) => text.toWellFormed().replaceAll("\u0000", ""));
const hostile = fc.constantFrom(...hostileTexts, "a\nb", "-n");

describe("the phone's shell", () => {
  it("gives any single-quoted text to a command unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(shellText, hostile), async (text) => {
        expect(await out(`printf %s ${quote(text)}`)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("gives any text in double quotes with its specials escaped unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(shellText, hostile), async (text) => {
        expect(await out(`printf %s "${text.replace(/[\\"$`]/g, "\\$&")}"`)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("answers any command line without failing itself, in bounded time", async () => {
    const pieces = fc.constantFrom(
      "echo",
      "'",
      '"',
      "$(",
      ")",
      "`",
      "(",
      "{",
      "}",
      ";",
      "&&",
      "||",
      "|",
      ">",
      "<",
      "$x",
      "${",
      "\\",
      "\n",
      "if",
      "then",
      "fi",
      "while",
      "do",
      "done",
      "a",
      " ",
      "false",
      "2>&1",
      "/sdcard/f",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
        const { code } = await run(parts.join(" "));
        expect(code).toBeGreaterThanOrEqual(0);
        expect(code).toBeLessThan(256);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["echo one && false || echo two", "one\ntwo\n"],
    ["false; echo $?", "1\n"],
    ["( cd /sdcard; pwd ); pwd", "/sdcard\n/\n"],
    ["{ echo a; echo b; } | tail -n 1", "b\n"],
    ["X='a  b'; echo $X \"$X\"", "a b a  b\n"],
    ["echo $(echo in; echo side) `echo old`", "in side old\n"],
    [`echo \${NOPE:-else} \${HOME}`, "else /\n"],
    ["echo err 2>/dev/null >&2; echo ok", "ok\n"],
    ["if [ -d /sdcard ]; then echo dir; else echo none; fi", "dir\n"],
    ["for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n"],
    ["while true; do echo once; break; done", "once\n"],
    ["! false && echo negated", "negated\n"],
    ["echo a#b # comment", "a#b\n"],
    ["echo hi > /sdcard/f; cat < /sdcard/f; echo more >> /sdcard/f; wc -l < /sdcard/f", "hi\n2\n"],
    ["touch /sdcard/a1 /sdcard/a2; echo /sdcard/a? '/sdcard/a?'", "/sdcard/a1 /sdcard/a2 /sdcard/a?\n"],
    ["A=5 env | grep ^A=; echo [$A]", "A=5\n[]\n"],
    ["echo 'a\\tb'; echo -n x", "a\tb\nx"],
    ["command -v input; which cd || echo none", "/system/bin/input\nnone\n"],
    ["sh -c 'exit 4'; echo $?; su -c id -u", "4\n0\n"],
    ["exit 300", ""],
  ])("runs %s", async (command, expected) => {
    expect(await out(command)).toBe(expected);
  });

  it("keeps the exit code and both streams through the sentinel the device host uses", async () => {
    expect(await run('( nosuch --x ); echo "\n__RC_ab12__:$?"')).toEqual({
      stdout: "\n__RC_ab12__:127\n",
      stderr: "/system/bin/sh: nosuch: inaccessible or not found\n",
      code: 0,
    });
  });

  it.each([
    ["echo 'open", "no closing quote"],
    ["echo a; ; echo b", "syntax error: unexpected ';'"],
    ["| grep x", "syntax error: unexpected '|'"],
    ["(echo", "syntax error: unmatched '('"],
    ["ls &&", "syntax error: unexpected EOF"],
    ["fi", "syntax error: unexpected 'fi'"],
    ["echo )", "syntax error: unexpected ')'"],
  ])("refuses %s as mksh does, before it runs anything", async (command, message) => {
    expect(await run(`echo first; ${command}`)).toEqual({
      stdout: "",
      stderr: `/system/bin/sh: ${message}\n`,
      code: 1,
    });
  });

  it("cannot be made to loop for ever", async () => {
    expect(await run("while true; do :; done; echo never")).toMatchObject({ stdout: "", code: 137 });
  });

  it("refuses to write where Android is read-only, and says so like mksh", async () => {
    expect((await run("echo x > /system/x")).stderr).toBe(
      "/system/bin/sh: can't create /system/x: Read-only file system\n",
    );
    expect((await run("cat < /nope")).stderr).toBe(
      "/system/bin/sh: can't open /nope: No such file or directory\n",
    );
  });

  it("waits on the injected clock only", async () => {
    const waits: number[] = [];
    const { code } = await run("sleep 1.5; sleep 2m", "", {
      sleep: async (milliseconds) => void waits.push(milliseconds),
    });
    expect([code, ...waits]).toEqual([0, 1500, 120_000]);
    expect((await run("sleep 700")).stderr).toContain("not supported");
  });
});

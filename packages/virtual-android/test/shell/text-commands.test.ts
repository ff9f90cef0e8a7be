import { describe, expect, it } from "vitest";
import { commandNames } from "../../src/shell/commands/shell-commands.ts";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out } = shellOnFake();

/** By POSIX these take whatever they are given, print it or compute it. */
const takesAnything = new Set([":", "true", "false", "echo", "printf", "test", "[", "let"]);

it("nc reaches nothing beyond the phone, and says so as toybox does", async () => {
  const ends = (command: string) => out(`${command} </dev/null 2>&1; echo $?`);
  expect(await ends("nc -w 2 -q 1 10.0.2.2 5037")).toBe("nc: connect: Network is unreachable\n1\n");
  expect(await ends("nc 127.0.0.1 80")).toBe("nc: connect: Connection refused\n1\n");
  expect(await ends("nc -l -p 80")).toContain("is not supported");
});

describe("what the kernel tells", () => {
  it("is there to be read: memory, processors, each process and the build's properties", async () => {
    expect(
      await out(
        "grep -c ^processor /proc/cpuinfo; grep MemTotal /proc/meminfo; head -n 1 /proc/stat | cut -c1-4",
      ),
    ).toBe("4\nMemTotal:        2017132 kB\ncpu \n");
    expect(
      await out(
        "cat /proc/$$/comm; tr '\\0' ' ' < /proc/1/cmdline; sleep 9 & cat /proc/$!/comm; kill $!; ls -d /proc/$!",
      ),
    ).toBe("sh\ninit sleep\n");
    const version = await out("grep ro.build.version.sdk= /system/build.prop; getprop ro.build.version.sdk");
    expect(version).toMatch(/^ro\.build\.version\.sdk=(\d+)\n\1\n$/);
  });
});

describe("the commands of the phone's shell", () => {
  it("never do as if they knew an option that they do not", async () => {
    const silent: string[] = [];
    for (const name of commandNames().filter((one) => !takesAnything.has(one))) {
      const { stdout, stderr, code } = await run(`${name} --no-such-option </dev/null`);
      if (code === 0 && !/no-such-option|usage|commands:/i.test(stdout + stderr)) silent.push(name);
    }
    expect(silent).toEqual([]);
  });

  it.each([
    ["printf 'a1\\nb2\\nc3\\n' | sed -n '2p;$s/c/C/p'", "b2\nC3\n"],
    ["echo 'a.b.c' | sed -e 's/\\./-/g' -e 's/a\\(.\\)b/[\\1&]/'", "[-a-b]-c\n"],
    ["printf '1\\n2\\n3\\n4\\n' | sed '2,3d'; echo aXbX | sed 's|X|/|2'", "1\n4\naXb/\n"],
    ["echo abc | sed -E 's/(a|b)+/<&>/; y/c/z/'; echo x | sed 's/y/z/;t'", "<ab>z\n"],
    [
      "printf '1\\n2\\n3\\n4\\n' | sed '/2/,/3/d'; printf 'foo\\nbar\\n' | sed -n '/foo/!p;/foo/='",
      "1\n4\n1\nbar\n",
    ],
    ["echo abc | sed 's/b*/X/g'; echo baaac | sed 's/a*/x/2'", "XaXcX\nbxc\n"],
    ["printf 'a b\\n' | wc; printf 'a b\\n' | wc -lw", "      1       2       4\n      1       2\n"],
    ["echo a:b:c | cut -d: -f2-; echo abcdef | cut -c1,3-4; printf 'no\\n' | cut -s -d: -f1", "b:c\nacd\n"],
    [
      "echo Hello | tr a-z A-Z; echo aabbc | tr -s ab; echo a1b2 | tr -d 0-9; echo 'a b' | tr -c 'a-z\\n' _",
      "HELLO\nabc\nab\na_b\n",
    ],
    ["printf 'a\\na\\nb\\n' | uniq -c", "      2 a\n      1 b\n"],
    [
      "mkdir -p /sdcard/t/d; touch /sdcard/t/a.txt /sdcard/t/b.log; cd /sdcard/t; find . \\( -name '*.txt' -o -name '*.log' \\) -exec echo got {} \\; ; find . -type f ! -name '*.log'",
      "got ./a.txt\ngot ./b.log\n./a.txt\n",
    ],
    ["printf 'a b\\nc\\n' | xargs -n 1 echo +; echo x | xargs -I @ echo [@]", "+ a\n+ b\n+ c\n[x]\n"],
    ["touch /sdcard/m; chmod 600 /sdcard/m; chmod u+x,g+r /sdcard/m; stat -c %a /sdcard/m", "740\n"],
    ["printf 'one\\nTwo\\n' | grep -x -i two; printf 'a\\nb\\nc\\n' | grep -C 1 b | wc -l", "Two\n3\n"],
    [
      "service check activity; service check nothing",
      "Service activity: found\nService nothing: not found\n",
    ],
    ["run-as com.android.settings ls; run-as no.such ls; ping -c 1 10.0.0.1; ping -c 1 example.com", ""],
    [
      "printf 'b 2\\na 10\\nc 1\\n' > /sdcard/f; sort -k2n /sdcard/f; sort -t ' ' -rk1,1 /sdcard/f | head -n -2",
      "c 1\nb 2\na 10\nc 1\n",
    ],
    [
      "printf '10\\n9\\n9.0\\nx\\n' | sort -n -u; printf 'B\\na\\n' | sort -f; printf 'b\\na\\n' | sort -o /sdcard/s; cat /sdcard/s",
      "x\n9\n10\na\nB\na\nb\n",
    ],
    [
      "seq 3; seq -s, 1 2 5; seq -w 8 10; seq 3 -1 2; seq 0 .5 1; seq 3 1",
      "1\n2\n3\n1,3,5\n08\n09\n10\n3\n2\n0.0\n0.5\n1.0\n",
    ],
    [
      "expr 1 + 2 \\* 3; expr \\( 1 + 2 \\) \\* 3; expr abc : 'a\\(.*\\)'; expr abc : b; echo $?; expr 2 '<' 10; expr 7 / 0; echo $?",
      "7\n9\nbc\n0\n1\n1\n2\n",
    ],
    [
      "printf 'a\\nb\\nc\\nd\\n' > /sdcard/g; grep -e a -e b -c /sdcard/g; grep -n -A1 a /sdcard/g; grep -A0 -e b -e d /sdcard/g; grep -B1 -e b -e d /sdcard/g | wc -l",
      "2\n1:a\n2-b\nb\nd\n4\n",
    ],
    ["printf '1\\n2\\n3\\n4\\n5\\n6\\n' | grep -C1 -e 1 -e 6", "1\n2\n--\n5\n6\n"],
    [
      "mkdir -p /sdcard/r/d; echo hi > /sdcard/r/d/x; echo ho > /sdcard/r/y; cd /sdcard/r; grep -r h . | sort; grep -rl hi .; grep -L hi d/x y",
      "./d/x:hi\n./y:ho\n./d/x\ny\n",
    ],
    [
      "printf 'abc' > /sdcard/a; printf 'd\\n' > /sdcard/b; cd /sdcard; wc -c a b; tail -n 1 a b; head -c -1 a; tail -c +3 a",
      "3 a\n2 b\n5 total\n==> a <==\nabc\n==> b <==\nd\nabc",
    ],
    [
      "date -u -d @0 +%FT%T; date -u -d '2026-02-03 04:05:06' '+%j %k %I %p %s'; date -u -d 2026-02-03 -I",
      "1970-01-01T00:00:00\n034  4 04 AM 1770091506\n2026-02-03\n",
    ],
    [
      "/system/bin/echo 'a\\tb'; /system/bin/echo -e 'a\\tb'; /system/bin/test 1 = 2; echo $?; type /system/bin/true",
      "a\\tb\na\tb\n1\n/system/bin/true is /system/bin/true\n",
    ],
  ])("does as toybox: %s", async (command, stdout) => {
    expect(await out(command)).toBe(stdout);
  });

  it.each([
    ["date +%U", "date: '%U' is not supported by this virtual phone"],
    ["date -d yesterday", "date: bad date yesterday"],
    ["find / -maxdepth 1 -newer /sdcard/none", "find: Can't stat /sdcard/none: No such file or directory"],
    ["sort -V /dev/null", "sort: -V is not supported by this virtual phone"],
    ["seq x", "seq: bad 'x'"],
    ["expr 1 +", "expr: syntax error"],
    ["du -sh /sdcard", "du: not supported by this virtual phone"],
    ["no-such-program", "/system/bin/sh: no-such-program: inaccessible or not found"],
  ])("refuse `%s` aloud, as they did not", async (command, message) => {
    const { stdout, stderr, code } = await run(command);
    expect({ stdout, stderr }).toEqual({ stdout: "", stderr: `${message}\n` });
    expect(code).not.toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { parseAppEvents } from "#device-host/app-errors/app-events.ts";
import { logExcerpt } from "#device-host/app-errors/log-excerpt.ts";

const at = "11-22 17:00:00.000  1234  1300";

describe("a device's event log", () => {
  it("tells of crashes and ANRs with their reasons, whichever version wrote it", () => {
    const events = parseAppEvents(
      [
        "--------- beginning of events",
        `${at} I am_crash: [4321,0,com.x:push,952680005,java.lang.Error,one, two,Main.java,42]`,
        `${at} I am_crash: [4321,0,com.x,-1,java.lang.Error,NULL,Main.java,42,0]`,
        `${at} I am_anr  : [0,4321,com.x,952680005,Input dispatching timed out (a, b)]`,
        `${at} I am_proc_died: [0,4321,com.x,0,2]`,
        `${at} I chatty  : a line that says am_crash`,
      ].join("\n"),
    );
    expect(events.map(({ kind, process, why }) => [kind, process, why])).toEqual([
      ["crash", "com.x:push", "java.lang.Error: one, two"],
      ["crash", "com.x", "java.lang.Error"],
      ["anr", "com.x", "Input dispatching timed out (a, b)"],
    ]);
  });
});

describe("what the log says of a failure", () => {
  const java = (process: string, message: string): string[] => [
    `${at} E AndroidRuntime: FATAL EXCEPTION: main`,
    `${at} E AndroidRuntime: Process: ${process}, PID: 4321`,
    `${at} E AndroidRuntime: java.lang.Error: ${message}`,
    `${at} E AndroidRuntime: \tat com.x.Main.run(Main.java:42)`,
  ];

  it("is the last block about that app and no other's", () => {
    const log = [...java("com.x", "old"), ...java("com.x", "new"), ...java("com.x.other", "not asked for")];
    expect(logExcerpt(log.join("\n"), { kind: "crash", process: "com.x" })).toBe(
      "FATAL EXCEPTION: main\nProcess: com.x, PID: 4321\njava.lang.Error: new\n  at com.x.Main.run(Main.java:42)",
    );
    expect(logExcerpt(log.join("\n"), { kind: "crash", process: "com.y" })).toBeNull();
  });

  it("is a native crash's tombstone too", () => {
    const log = [
      `${at} F DEBUG   : *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***`,
      `${at} F DEBUG   : Build fingerprint: 'a'`,
      `${at} F DEBUG   : pid: 4321, tid: 4321, name: main  >>> com.x <<<`,
      `${at} F DEBUG   : signal 11 (SIGSEGV), code 1`,
    ];
    expect(logExcerpt(log.join("\n"), { kind: "crash", process: "com.x" })).toContain("signal 11");
  });

  it("is bounded and free of control characters, whatever an app writes", () => {
    const hostile = java("com.x", `\u001b[31m${"x".repeat(10_000)}`);
    const many = Array.from({ length: 500 }, () => `${at} E AndroidRuntime: \tat a.b.c(${"d".repeat(400)})`);
    const excerpt = logExcerpt([...hostile, ...many].join("\n"), { kind: "crash", process: "com.x" }) ?? "";
    expect(excerpt.length).toBeLessThanOrEqual(6_000);
    expect(excerpt).not.toContain("\u001b");
    expect(Math.max(...excerpt.split("\n").map(({ length }) => length))).toBeLessThan(250);
  });
});

import { WriteStream } from "node:tty";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { table } from "#cli/terminal/table.ts";
import { clearLive, progress, showLive } from "#cli/terminal/terminal.ts";

/** What is written to a stream that says it is a terminal so wide, or none. */
function written(stream: NodeJS.WriteStream, columns: number | undefined, write: () => void): string {
  const was = [stream.isTTY, stream.columns, stream.getColorDepth];
  const pieces: string[] = [];
  const spy = vi.spyOn(stream, "write").mockImplementation((piece) => pieces.push(String(piece)) > 0);
  Object.assign(stream, {
    isTTY: columns !== undefined,
    columns,
    getColorDepth: WriteStream.prototype.getColorDepth,
  });
  try {
    write();
    return pieces.join("");
  } finally {
    spy.mockRestore();
    Object.assign(stream, { isTTY: was[0], columns: was[1], getColorDepth: was[2] });
  }
}
const task = "Turn on Bluetooth, then set an alarm for 7:30 and another one for 8:15 on weekdays";
const jobs = () =>
  table(
    ["job", "outcome", "task"],
    [
      ["01JA", "succeeded", task],
      ["01JB", "failed (1 side effect)", "failed"],
    ],
  );

beforeEach(() => {
  // What Node reads before the terminal's name: with CI set, it takes a terminal to have no colours.
  const names = [
    "NO_COLOR",
    "FORCE_COLOR",
    "NODE_DISABLE_COLORS",
    "CI",
    "TF_BUILD",
    "TEAMCITY_VERSION",
    "TMUX",
  ];
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv("TERM", "xterm-256color");
});
afterEach(() => vi.unstubAllEnvs());

describe("a table", () => {
  it.each([44, 60, 80])("is no wider than a terminal of %i columns, and shows all columns", (columns) => {
    const lines = stripVTControlCharacters(written(process.stdout, columns, jobs))
      .trimEnd()
      .split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^01JA {2}succeeded.* {2}Turn on .*…$/);
  });

  it("is whole on a wide terminal and in a pipe", () => {
    for (const columns of [200, undefined])
      expect(stripVTControlCharacters(written(process.stdout, columns, jobs))).toContain(task);
  });

  it("colours outcomes on a terminal alone, and no word of a task", () => {
    const shown = written(process.stdout, 120, jobs);
    expect(shown).toContain("\u001b[32msucceeded\u001b[39m");
    expect(shown).toContain("\u001b[31mfailed (1 side effect)\u001b[39m");
    expect(shown.split("\u001b[31m")).toHaveLength(2);
    expect(written(process.stdout, undefined, jobs)).not.toContain("\u001b");
    vi.stubEnv("NO_COLOR", "1");
    expect(written(process.stdout, 120, jobs)).not.toContain("\u001b");
  });
});

describe("the live line", () => {
  const both = () => {
    showLive("  4  the model thinks… 12 s");
    progress("  4  tap Save");
    progress("  5  go back");
  };

  it("is cut to the terminal, and gone before the next line", () => {
    expect(written(process.stderr, 12, both)).toBe(
      "\r\u001b[K  4  the m…\r\u001b[K  4  tap Save\n  5  go back\n",
    );
    clearLive();
  });

  it("is not written where there is no terminal", () => {
    expect(written(process.stderr, undefined, both)).toBe("  4  tap Save\n  5  go back\n");
  });
});

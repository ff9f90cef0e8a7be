import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchScript, parseBatch } from "#device-host/adb/shell-batch.ts";
import type { ShellCommand } from "#shared/actions/device-port.ts";

const nonce = "0123456789abcdef";
const run = (commands: readonly ShellCommand[]) => {
  const output = execFileSync("/bin/sh", ["-c", `{ ${batchScript(commands, nonce)}; } 2>&1`], {
    encoding: "utf8",
  });
  return parseBatch(output, commands.length, nonce, false);
};

describe("several commands in one shell", () => {
  it("[fault A16] tells each command's output and exit code apart", () => {
    expect(
      run([["printf", "no line feed"], ["false"], ["sh", "-c", "echo x; exit 42"], ["nonsuch-program"]]),
    ).toEqual([
      { output: "no line feed", code: 0, truncated: false },
      { output: "", code: 1, truncated: false },
      { output: "x\n", code: 42, truncated: false },
      { output: expect.stringContaining("not found"), code: 127, truncated: false },
    ]);
  });

  it("goes on after a command that leaves its shell", () => {
    expect(
      run([
        ["exit", "7"],
        ["echo", "still here"],
      ])?.map((result) => result.code),
    ).toEqual([7, 0]);
  });

  it("is not fooled by output that imitates a mark without the nonce", () => {
    const forged = "__RC_aaaa_0__:0\n";
    expect(run([["printf", "%s", forged]])?.[0]).toEqual({ output: forged, code: 0, truncated: false });
  });

  it("says that the connection was lost when a mark is missing, wherever the output was cut", () => {
    const whole = execFileSync(
      "/bin/sh",
      [
        "-c",
        batchScript(
          [
            ["echo", "a"],
            ["echo", "b"],
          ],
          nonce,
        ),
      ],
      { encoding: "utf8" },
    );
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(parseBatch(whole.slice(0, length), 2, nonce, false)).toBeNull();
      }),
    );
  });

  it("[fault A17] keeps what came before the limit and says that it was cut", () => {
    const first = `ok__RC_${nonce}_0__:0\nhalf of the se`;
    expect(parseBatch(first, 3, nonce, true)).toEqual([
      { output: "ok", code: 0, truncated: false },
      { output: "half of the se", code: null, truncated: true },
      { output: "", code: null, truncated: true },
    ]);
  });
});

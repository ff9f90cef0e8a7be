import { beforeEach, describe, expect, it, vi } from "vitest";
import { commandLine } from "#cli/command-line.ts";
import { commandGroups, oldVerbs } from "#cli/commands.ts";
import { commandLineHere } from "./command-line-here.ts";

const told: string[] = [];
beforeEach(() => {
  told.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((line) => told.push(String(line)) > 0);
});
const words = (line: string) => commandLine(line.split(" ")).join(" ");

describe("a verb of an earlier version", () => {
  it.each([
    ["trace 01J why --json", "show 01J --why --json"],
    ["trace 01J step 3", "show 01J --step 3"],
    ["trace 01J --dir x", "show --brief 01J --dir x"],
    ["history my-task", "show --history my-task"],
    ["report nightly -o r.html", "export --as report nightly -o r.html"],
    ["bundle run a.zip --trust", "rerun --as bundle a.zip --trust"],
    ["bundle nightly", "export --as bundle nightly"],
    ["fork 01J --at 3", "rerun --as fork 01J --at 3"],
    ["rejudge nightly --validators c.json", "judge nightly --validators c.json"],
    ["host drain --minutes 5", "hosts drain --minutes 5"],
    ["host --pool p", "hosts run --pool p"],
  ])("'%s' is '%s'", (old, now) => {
    expect(words(old)).toBe(now);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^note: 'drover [a-z<> ]+' is now 'drover [a-z<> -]+'\.\n$/);
  });

  it("is in no help, and leaves the new verbs alone", async () => {
    const { stdout } = await commandLineHere("--help");
    const verbs = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, verb]) => verb);
    expect(verbs.length).toBeLessThan(50);
    expect(verbs.filter((verb) => verb !== undefined && verb in oldVerbs)).toEqual([]);
    for (const verb of Object.values(commandGroups).flatMap((group) => Object.keys(group)))
      expect(words(`${verb} x`)).toBe(`${verb} x`);
    expect(told).toEqual([]);
  });
});

it("a group lists what there is when nothing else of it is named", () => {
  expect(words("devices --json")).toBe("devices list --json");
  expect(words("pools")).toBe("pools list");
  expect(words("pools --help")).toBe("pools --help");
  expect(words("pools show p")).toBe("pools show p");
});

it("--no-color stands for NO_COLOR wherever it stands, but not behind --", () => {
  vi.stubEnv("NO_COLOR", undefined);
  expect(words("mcp install -- --no-color")).toBe("mcp install -- --no-color");
  expect(process.env.NO_COLOR).toBeUndefined();
  expect(words("jobs --no-color --json")).toBe("jobs --json");
  expect(process.env.NO_COLOR).toBe("1");
  vi.unstubAllEnvs();
});

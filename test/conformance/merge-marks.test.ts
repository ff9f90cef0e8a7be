import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("no file holds what a merge left undecided", () => {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
  const undecided = files.filter((file) => /^(?:<{7}|>{7}) /m.test(readFileSync(file, "utf8")));
  expect(undecided).toEqual([]);
});

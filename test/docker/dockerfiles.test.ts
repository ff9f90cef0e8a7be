import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DockerfileParser, ValidationSeverity, validate } from "../tools/dockerfile.ts";

const root = path.resolve(import.meta.dirname, "../..");
const files = globSync("docker/*.Dockerfile", { cwd: root });
const strict = {
  deprecatedMaintainer: ValidationSeverity.ERROR,
  directiveCasing: ValidationSeverity.ERROR,
  emptyContinuationLine: ValidationSeverity.ERROR,
  instructionCasing: ValidationSeverity.ERROR,
  instructionCmdMultiple: ValidationSeverity.ERROR,
  instructionEntrypointMultiple: ValidationSeverity.ERROR,
  instructionHealthcheckMultiple: ValidationSeverity.ERROR,
  instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  instructionWorkdirRelative: ValidationSeverity.ERROR,
};

it.each(files)("%s is one that a linter finds nothing in", (file) => {
  expect(validate(readFileSync(path.join(root, file), "utf8"), strict)).toEqual([]);
});

it("the linter finds what is wrong", () => {
  expect(validate("FROM node:24\nWORKDIR drover\nrun x\n", strict)).toHaveLength(2);
});

it.each(files)(
  "%s names its base by a whole version, runs as nobody of importance and ends by a signal that drover hears",
  (file) => {
    const dockerfile = DockerfileParser.parse(readFileSync(path.join(root, file), "utf8"));
    const given = (name: string) =>
      dockerfile
        .getInstructions()
        .filter((one) => one.getInstruction() === name)
        .map((one) => one.getArgumentsContent());
    expect(dockerfile.getFROMs().map((from) => from.getImageTag())).toEqual(["24.18.0-bookworm-slim"]);
    expect(given("USER")).toEqual(["1000:1000"]);
    expect(given("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(given("ADD")).toEqual([]);
  },
);

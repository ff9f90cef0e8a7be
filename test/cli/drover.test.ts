import { describe, expect, it } from "vitest";
import { drover } from "../e2e/drover-process.ts";
import { loadedModules } from "./loaded-modules.ts";

const heavy =
  /@aws-sdk|@anthropic-ai|sharp|canvas|fauxqs|local\/cloud\/(?:dynamodb|s3|sqs)|jsonata|adbkit|\/local\/farm\.ts/;

describe("what drover loads", () => {
  it("prints its help without loading one command's module, nor anything that they need", async () => {
    const modules = await loadedModules("--help");
    expect(
      modules.filter((url) => /\/cli\/commands\/|\/zod\/|\/local\//.test(url) || heavy.test(url)),
    ).toEqual([]);
    expect(modules.length).toBeGreaterThan(5);
  });

  it.each(["jobs", "show", "devices", "pools", "errors"])(
    "reads with `drover %s` from a farm without loading what one is made of",
    async (name) => {
      const modules = await loadedModules(name, "--help");
      expect(modules.some((url) => /\/cli\/commands\/\w+\//.test(url) && url.endsWith(`/${name}.ts`))).toBe(
        true,
      );
      expect(modules.filter((url) => /\/cli\/commands\//.test(url))).toHaveLength(1);
      expect(modules.filter((url) => heavy.test(url))).toEqual([]);
    },
  );

  it.each(["model", "phones", "quota", "devices", "pools", "cancel"])(
    "reads the options of `drover %s` without the contracts of jobs",
    async (name) => {
      const modules = await loadedModules(name, "--help");
      expect(modules.filter((url) => /\/contracts\/job\/job(-request)?\.ts$/.test(url))).toEqual([]);
    },
  );
});

describe("drover's help", () => {
  it("describes a command's options both ways of asking", async () => {
    const [asked, flagged] = await Promise.all([drover("help", "jobs"), drover("jobs", "--help")]);
    expect(asked).toEqual(flagged);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain("--limit <n>");
  });

  it("guesses at a typing error", async () => {
    const { code, stderr } = await drover("jbos");
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean jobs?");
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startApiForCommands } from "./api-command-line.ts";
import { commandLineHere } from "./command-line-here.ts";
import { everyCommand } from "./every-command.ts";

let api: Awaited<ReturnType<typeof startApiForCommands>>;
beforeAll(async () => {
  api = await startApiForCommands();
  vi.stubEnv("AWS_ENDPOINT_URL_SFN", api.engine.url);
});
afterAll(() => api.close());

/** A list says so: by its name, its description or its cursor. Of one thing's parts the type of `json` keeps the shape. */
const lists = (await everyCommand()).filter(({ words, command }) => {
  const flags = command.options.map(({ long }) => long);
  const isList =
    words.endsWith(" list") || /^(?:list|search) /.test(command.description()) || flags.includes("--cursor");
  return isList && flags.includes("--json") && command.registeredArguments.every(({ required }) => !required);
});

describe("a list as JSON", () => {
  it("is found for the usual lists", () => {
    const words = lists.map((list) => list.words);
    expect(words).toEqual(expect.arrayContaining(["jobs", "errors", "scan", "devices list", "batch list"]));
  });

  it.each([...lists.map(({ words }) => words), "scan --rules", "answer"])(
    "has items and a cursor: drover %s",
    async (words) => {
      const { code, stdout, stderr } = await commandLineHere(...words.split(" "), "--json");
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ items: expect.any(Array), cursor: null });
    },
  );
});

describe("an error as JSON", () => {
  it.each(["show nothing-here", "jobs --limit none"])(
    "has a code and a message: drover %s",
    async (words) => {
      const { code, stdout } = await commandLineHere(...words.split(" "), "--json");
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toEqual({
        error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
      });
    },
  );
});

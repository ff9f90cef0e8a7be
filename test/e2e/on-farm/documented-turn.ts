import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { oneTurn, withTurn } from "../../../docs/one-turn.ts";
import { on } from "./one-farm.ts";

it("the turn that docs/how-a-job-runs.md shows is one as it is made now", async () => {
  const page = await readFile("docs/how-a-job-runs.md", "utf8");
  expect(withTurn(page, await oneTurn(on.api)), "npm run turn").toBe(page);
}, 90_000);

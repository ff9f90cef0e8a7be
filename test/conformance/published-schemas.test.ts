import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { publishedSchemas } from "#api/farm/published-schemas.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { breakingChanges, interfaceDigest } from "../../docs/interface-digest.ts";
import { at, sampleJob, sampleStep } from "../shared/storage/sample-records.ts";

it("the interface is the one that was reviewed: docs/interface-digest.txt", () => {
  const reviewed = readFileSync("docs/interface-digest.txt", "utf8");
  const now = interfaceDigest();
  expect(
    breakingChanges(reviewed, now),
    "breaks clients; if that is meant: npm run openapi -- --breaking",
  ).toEqual([]);
  expect(now, "npm run openapi, and review what changed in docs/interface-digest.txt").toBe(reviewed);
});

it("a route or a field that is gone, and a field that came to be required or optional, break clients", () => {
  const before = "route a GET /v1/a #1\nschema A #2 id! name\nschema B #3 id\n";
  expect(breakingChanges(before, `${before}route b GET /v1/b #9\n`)).toEqual([]);
  expect(
    breakingChanges(before, "route a GET /v1/a #5\nschema A #6 id! name more\nschema B #3 id\n"),
  ).toEqual([]);
  expect(breakingChanges(before, "route a GET /v2/a #1\nschema A #2 id name new!\n")).toEqual([
    "route a has no /v1/a",
    "schema A has no id!",
    "schema A requires new",
    "schema B is gone",
  ]);
});

it("[spec I7.3] the schema of trajectories holds what is exported, and refuse what is not", () => {
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(publishedSchemas()["trajectory.schema.json"])));
  const trajectory = Trajectory.parse({
    schemaVersion: 1,
    exportedAt: at,
    job: sampleJob(),
    steps: [sampleStep()],
    errors: [],
    completeness: { complete: true, missing: [] },
  });
  const exported: unknown = JSON.parse(JSON.stringify(trajectory));
  expect(schema.safeParse(exported).error?.issues ?? []).toEqual([]);
  expect(schema.safeParse({ ...(exported as object), schemaVersion: 7 }).success).toBe(false);
});

import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { synthesised, withPool } from "./synthesised.ts";

const Acknowledgement = z.object({ id: z.string(), reason: z.string() });
let acknowledgements: readonly z.infer<typeof Acknowledgement>[];
let synthesise: () => unknown;

// With all that is optional.
const { app } = synthesised({
  ...withPool,
  hostPools: { "acme/default": {}, "other/fresh": { warm: 1, ephemeral: true } },
});
beforeAll(() => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  acknowledgements = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => acknowledged(data));
  synthesise = () => app.synth();
});

/** Stored as a map from rule to reason. */
const acknowledged = (data: unknown) =>
  Object.entries(z.record(z.string(), z.unknown()).parse(data)).map(([id, reason]) => ({
    id,
    reason: String(reason),
  }));

it("finds nothing against AWS Solutions' rules that is not acknowledged", () => {
  expect(synthesise).not.toThrow();
});

it("explains every acknowledgement, and acknowledges no rule as a whole that knows single findings", () => {
  expect(acknowledgements.length).toBeGreaterThan(5);
  for (const { id, reason } of acknowledgements) {
    expect(reason.length, id).toBeGreaterThan(40);
    if (id.includes("IAM5")) expect(id).toMatch(/\[(?:Resource|Action)::.+\]$/);
  }
});

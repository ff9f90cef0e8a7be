import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { stacksOf, withPool } from "./synthesised.ts";

const Acknowledgement = z.object({ id: z.string(), reason: z.string() });
let acknowledgements: readonly z.infer<typeof Acknowledgement>[];
let synthesise: () => unknown;

// What other tests do without: CloudFormation's own rules for templates, whose findings are errors here.
vi.stubEnv("CDK_VALIDATION", "true");
afterAll(() => vi.unstubAllEnvs());
// With all that is optional.
const { app } = stacksOf({
  ...withPool,
  createKey: true,
  "@aws-cdk/core:validateAgainstDefaultRules": true,
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

it("finds nothing against AWS Solutions' or CloudFormation's rules that is not acknowledged", () => {
  expect(synthesise).not.toThrow();
});

it("explains every acknowledgement, and acknowledges no rule as a whole that knows single findings", () => {
  expect(acknowledgements.length).toBeGreaterThan(5);
  for (const { id, reason } of acknowledgements) {
    expect(reason.length, id).toBeGreaterThan(40);
    if (id.includes("IAM5")) expect(id).toMatch(/\[(?:Resource|Action)::.+\]$/);
  }
});

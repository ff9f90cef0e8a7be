import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";

const Fields = z.record(z.string(), z.unknown());

const Resource = z.object({
  Type: z.string(),
  Properties: Fields.default({}),
  Condition: z.string().optional(),
  DependsOn: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((one) => [one].flat()),
});
export type Resource = z.infer<typeof Resource>;

export const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Condition: z.string().optional(),
      }),
    )
    .default({}),
  Conditions: Fields.default({}),
  Mappings: z.record(z.string(), z.record(z.string(), Fields)).default({}),
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown() })).default({}),
});
export type Template = z.infer<typeof Template>;

const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});
const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      dependencies: z.array(z.string()).default([]),
      properties: z.object({ templateFile: z.string().optional(), file: z.string().optional() }).default({}),
    }),
  ),
});

export interface SynthesisedStack {
  readonly name: string;
  readonly template: Template;
}

export interface Assembly {
  /** Each after those that it needs. */
  readonly stacks: readonly SynthesisedStack[];
  /** Path of what lies in CDK's bucket under this key. */
  assetOf(key: string): string;
}

/** What `cdk synth` wrote, as `cdk deploy` reads it. */
export function readAssembly(directory: string): Assembly {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(directory, file), "utf8"));
  const { artifacts } = Manifest.parse(read("manifest.json"));
  const assets = new Map<string, string>();
  for (const { type, properties } of Object.values(artifacts)) {
    if (type !== "cdk:asset-manifest" || properties.file === undefined) continue;
    for (const { source, destinations } of Object.values(Assets.parse(read(properties.file)).files))
      for (const { objectKey } of Object.values(destinations))
        assets.set(objectKey, path.join(directory, source.path));
  }
  const isStack = (name: string): boolean => artifacts[name]?.type === "aws:cloudformation:stack";
  const names = inOrder(Object.keys(artifacts).filter(isStack), (name) =>
    (artifacts[name]?.dependencies ?? []).filter(isStack),
  );
  return {
    stacks: names.map((name) => ({
      name,
      template: Template.parse(read(artifacts[name]?.properties.templateFile ?? `${name}.template.json`)),
    })),
    assetOf(key) {
      const file = assets.get(key);
      if (file === undefined) throw new Error(`no asset is published as ${key}`);
      return file;
    },
  };
}

/** Each after all that it needs. @throws Error when some need each other */
export function inOrder(
  names: readonly string[],
  needs: (name: string) => readonly string[],
): readonly string[] {
  const ordered = new Set<string>();
  const add = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`a circle: ${[...path, name].join(" → ")}`);
    if (ordered.has(name)) return;
    for (const needed of needs(name)) add(needed, [...path, name]);
    ordered.add(name);
  };
  for (const name of names) add(name, []);
  return [...ordered];
}

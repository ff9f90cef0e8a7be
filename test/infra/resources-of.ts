import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";

const Resource = z.object({ Properties: z.record(z.string(), z.unknown()) });
export type Resource = z.infer<typeof Resource>;

/** A template's resources of a type, by their logical ids. */
export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.findResources(type)).map(([id, found]) => [id, Resource.parse(found)]);

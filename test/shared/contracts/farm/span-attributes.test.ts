import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { expect, it } from "vitest";
import { spanAttributes } from "#shared/contracts/farm/span-attributes.ts";

const known = new Set<unknown>(
  Object.entries(conventions).flatMap(([name, value]) => (name.startsWith("ATTR_") ? [value] : [])),
);

it("every attribute that is not Drover's own has a name of OpenTelemetry's conventions", () => {
  const names = Object.values(spanAttributes);
  expect(names.filter((name) => !name.startsWith("drover.") && !known.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

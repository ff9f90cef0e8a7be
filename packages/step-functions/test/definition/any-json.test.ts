import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDefinition } from "../../src/definition/parse-definition.ts";
import { isJsonObject, type JsonValue } from "../../src/expression/json-value.ts";
import { randomMachine } from "../random-machine.ts";

type Place = readonly [holder: Record<string, JsonValue> | JsonValue[], key: string];

/** Every value inside a JSON value, as the place it is in. */
function placesIn(value: JsonValue): readonly Place[] {
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  const holder = value as Record<string, JsonValue> | JsonValue[];
  return Object.entries(value).flatMap(([key, item]) => [
    [holder, key] as const,
    ...placesIn(item as JsonValue),
  ]);
}

const odd = fc.oneof(
  fc.jsonValue() as fc.Arbitrary<JsonValue>,
  fc.constantFrom<JsonValue>(
    "{% $states.input %}",
    "{%%}",
    "{% $ %}",
    "__proto__",
    [],
    {},
    -1,
    1.5,
    "States.ALL",
  ),
);

it("answers any text with findings or a machine and never throws", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseDefinition(text)).toMatchObject({ ok: false });
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseDefinition(JSON.stringify(value))).toMatchObject({ ok: false });
    }),
  );
});

it("answers a machine with anything anywhere, and what it takes it takes again unchanged", () => {
  fc.assert(
    fc.property(randomMachine, fc.nat(), odd, ({ definition }, pick, value) => {
      const machine = structuredClone(definition);
      const places = placesIn(machine);
      const place = places[pick % places.length];
      if (place !== undefined) Object.assign(place[0], { [place[1]]: value });
      const parsed = parseDefinition(JSON.stringify(machine));
      if (parsed.ok) expect(parseDefinition(JSON.stringify(parsed.machine))).toEqual(parsed);
      else expect(parsed.diagnostics.length).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

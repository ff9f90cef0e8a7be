import fc from "fast-check";
import { expect, it } from "vitest";
import { defined } from "#shared/values/defined.ts";

it("keeps every value but undefined, null and empty ones too", () => {
  const values = fc.dictionary(
    fc.string(),
    fc.oneof(fc.constant(undefined), fc.constant(null), fc.string(), fc.integer()),
  );
  fc.assert(
    fc.property(values, (given) => {
      const kept = defined(given);
      expect(Object.values(kept)).not.toContain(undefined);
      expect(kept).toEqual(given);
    }),
  );
});

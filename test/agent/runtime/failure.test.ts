import fc from "fast-check";
import { expect, it } from "vitest";
import { readFailure } from "#agent/runtime/failure.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";

const codes = fc.constantFrom(...(Object.keys(catalogue) as ErrorCode[]));

it("reads back every error of ours, whether a host sent it or a function threw it", () => {
  fc.assert(
    fc.property(codes, fc.string({ minLength: 1 }), fc.boolean(), (code, message, thrown) => {
      const wire = JSON.stringify(toWireError(new DroverError(code, message, { details: { a: 1 } })));
      const Cause = thrown ? JSON.stringify({ errorType: code, errorMessage: wire, trace: [] }) : wire;
      const { advice, retryable } = catalogue[code];
      expect(readFailure({ Error: code, Cause })).toMatchObject({
        name: code,
        message,
        advice,
        retryable,
        details: { a: 1 },
      });
    }),
  );
});

it("makes something readable of anything else", () => {
  const cause = fc.oneof(fc.string(), fc.json());
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), cause, (name, text) => {
      const failure = readFailure({ Error: name, Cause: text });
      expect(failure.message).not.toBe("");
      expect(failure.advice.length).toBeGreaterThan(0);
    }),
  );
});

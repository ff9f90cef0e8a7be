import { describe, expect, it } from "vitest";
import { agentErrors } from "#shared/errors/catalogue/agent-errors.ts";
import { callerErrors } from "#shared/errors/catalogue/caller-errors.ts";
import { deviceErrors } from "#shared/errors/catalogue/device-errors.ts";
import { farmErrors } from "#shared/errors/catalogue/farm-errors.ts";
import { modelServiceErrors } from "#shared/errors/catalogue/model-service-errors.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fromWireError, toWireError, unexpected, WireError } from "#shared/errors/wire-error.ts";

const codes = Object.keys(catalogue) as ErrorCode[];

it("no code stands in the catalogue twice", () => {
  const parts = [agentErrors, callerErrors, deviceErrors, farmErrors, modelServiceErrors];
  expect(parts.flatMap(Object.keys).sort()).toEqual(codes.toSorted());
});

describe("an error", () => {
  it("carries its code as its name, which Step Functions matches, and the catalogue's advice", () => {
    const error = new DroverError("DeviceOffline", "adb says offline");
    expect(error).toMatchObject({ name: "DeviceOffline", retryable: true, audience: "operator" });
    expect(error.advice).toEqual(catalogue.DeviceOffline.advice);
  });

  it("[spec I5.1] crosses a process with message, advice, details and the text of what was beneath it", () => {
    const cause = new Error("socket hang up");
    const sent = new DroverError("DeviceDisconnected", "gone", {
      advice: ["a"],
      details: { serial: "x" },
      cause,
    });
    const received = fromWireError(WireError.parse(JSON.parse(JSON.stringify(toWireError(sent)))));
    expect(received).toMatchObject({
      name: "DeviceDisconnected",
      message: "gone",
      advice: ["a"],
      details: { serial: "x" },
    });
    expect(received.cause).toBe("Error: socket hang up");
  });

  it("stays short enough for SendTaskFailure's 32 KiB, whatever was thrown", () => {
    const long = new Error("x".repeat(100_000), { cause: new Error("y".repeat(100_000)) });
    expect(JSON.stringify(toWireError(long)).length).toBeLessThan(32_768);
    expect(toWireError("a text").code).toBe("InternalError");
    expect(unexpected(long).cause).toBe(long);
  });
});

import type { FaultPlan } from "@drover/virtual-android";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toWireError, unexpected } from "#shared/errors/wire-error.ts";
import { startTestPhone, type TestPhone } from "../start-test-phone.ts";

/** Of the protocol and the shell: nobody outside the host should have to read them. */
const innerWords = /__RC|shell:|exec:|sync:|host:|ECONN|\$\?|echo|input|Premature|hunter2/;

describe("what adb's failures say", () => {
  let test: TestPhone;
  beforeAll(async () => {
    test = await startTestPhone();
  });
  afterAll(() => test.close());

  const faults: readonly Parameters<FaultPlan["install"]>[0]["fault"][] = [
    { kind: "reset", afterBytes: 0 },
    { kind: "reset", afterBytes: 9 },
    { kind: "cut", afterBytes: 6 },
    { kind: "fail", text: "device offline" },
    { kind: "fail", text: "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set" },
    { kind: "fail", text: "device 'x' not found" },
    { kind: "fail", text: "closed: shell:( input text hunter2 )" },
  ];

  it.each(faults)(
    "is in plain words, what was sent is nowhere, the original is the cause: %j",
    async (fault) => {
      const remove = test.faults.install({ service: /^shell:/, fault });
      const failed = await test.adb.write([["input", "text", "hunter2"]]).catch(unexpected);
      remove();
      const { message, details, cause } = toWireError(failed);
      expect(message).not.toMatch(innerWords);
      expect(message).toMatch(/[Dd]evice '|adb server/);
      expect(JSON.stringify(details)).not.toContain("hunter2");
      expect(cause).toBeTruthy();
    },
  );
});

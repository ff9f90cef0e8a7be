import { describe, expect, it } from "vitest";
import { maskReadLines } from "#device-host/secrets/mask-read-lines.ts";
import { SecretMask } from "#device-host/secrets/secret-mask.ts";

const key = Array.from({ length: 30 }, (_, index) => `part${index}of-a-long-key`).join("/");
const secrets = new Map([
  ["shop", "hunter2 & Co"],
  ["card", "4111111111111111"],
  ["pin", "0815"],
  ["key", key],
]);
const masked = (...texts: readonly string[]): readonly string[] => {
  const bounds = { left: 0, top: 0, right: 10, bottom: 10 };
  const lines = texts.map((text) => ({ text, bounds }));
  return maskReadLines(lines, new SecretMask(secrets), secrets).map(({ text }) => text);
};

describe("what was read out of a picture", () => {
  it.each([
    ["as it is", "Hello hunter2 & Co!", "Hello {{secret:shop}}!"],
    ["without its spaces", "hunter2&Co", "{{secret:shop}}"],
    ["with characters that look alike", "HUNTERZ & C0", "{{secret:shop}}"],
    ["with a letter misread", "huntcr2 & Co", "{{secret:shop}}"],
    ["with a letter lost", "huter2 & Co", "{{secret:shop}}"],
    ["short and with characters that look alike", "O8I5", "{{secret:pin}}"],
    ["without its last digits", "4111 1111 1111", "{{secret:card}}"],
    ["in groups of four", "4111-1111 .1111 1l11", "{{secret:card}}"],
  ])("loses a value that was read %s", (_, text, expected) => {
    expect(masked("Your password", text, "Continue")).toEqual(["Your password", expected, "Continue"]);
  });

  it("loses a value that stands on two lines, and every line of a long one", () => {
    expect(masked("hunter2", "& Co", "Next")).toEqual(["{{secret:shop}}", "{{secret:shop}}", "Next"]);
    const lines = key.match(/.{1,60}/g) ?? [];
    expect(new Set(masked(...lines))).toEqual(new Set(["{{secret:key}}"]));
  });

  it("keeps what is near to no value", () => {
    const texts = ["Hunt & Go", "Order 4112", "Open at 08:30", "part of a game"];
    expect(masked(...texts)).toEqual(texts);
  });
});

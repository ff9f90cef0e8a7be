import { describe, expect, it } from "vitest";
import { findSecrets, withoutSecrets } from "#shared/rules/secrets.ts";

describe("a text's secrets", () => {
  it.each([
    ["Log in as anna with password hunter2.", "hunter2"],
    ["Log in, the password is 'correct horse'", "correct horse"],
    ["password: S3cret!x and go on", "S3cret!x"],
    ["Gib das Passwort „“ ein: Passwort=ab12cd", "ab12cd"],
    ["Unlock with PIN 4711", "4711"],
    ["Use sk-0123456789abcdefgh as the key", "sk-0123456789abcdefgh"],
    ["use AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
  ])("are found in %s", (text, secret) => {
    expect(findSecrets(text)).toContain(secret);
  });

  it.each([
    "Sign in with password {{secret:shop}}",
    "Sign in with {{secret:shop-password}}",
    "Type {{ secret:otp-4711 }} as password, '{{secret:pin}}' as PIN",
    "Open the password settings",
    "Change the PIN for the screen lock",
    "Clear the password field, then go back",
    "Turn on Bluetooth",
    "Type 4711 into the calculator",
  ])("are not seen where there are none: %s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it("are taken out of what is said about it, also where they stand without their name", () => {
    const thinking = "I type hunter2 into the field; then sk-0123456789abcdefgh.";
    expect(withoutSecrets(thinking, "Log in with password hunter2")).toBe(
      "I type [secret] into the field; then [secret].",
    );
  });
});

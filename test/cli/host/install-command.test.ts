import { expect, it } from "vitest";
import { commandLineHere } from "../command-line-here.ts";

const named = ["--tenant", "acme", "--table", "t", "--bucket", "b", "--region", "eu-central-1", "--dry-run"];

it.each([
  ["a tenant", [], "--tenant is missing", "as named in tokens"],
  ["a table", ["--tenant", "acme"], "--table is missing", "deployment's outputs"],
  [
    "a certificate",
    [...named, "--credentials", "roles-anywhere"],
    "--certificate is missing",
    "IAM Roles Anywhere",
  ],
])(
  "installing a host without %s says what is missing and where it is found",
  async (_what, args, ...words) => {
    const { code, stderr } = await commandLineHere("hosts", "install", ...args);
    expect(code).toBe(2);
    for (const word of words) expect(stderr).toContain(word);
  },
);

it("writes what was said of Appium's server into the host's settings, and nothing where nothing was said", async () => {
  const printed = async (...args: readonly string[]) =>
    (await commandLineHere("hosts", "install", ...named, ...args)).stdout;
  expect(await printed()).not.toContain("DROVER_UI_SERVER");
  const said = await printed("--ui-server", "never", "--ui-server-apks", "/opt/apks");
  expect(said).toContain("DROVER_UI_SERVER='never'");
  expect(said).toContain("DROVER_UI_SERVER_APKS='/opt/apks'");
});

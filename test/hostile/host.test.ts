import { execFileSync } from "node:child_process";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { shellLine } from "#device-host/adb/quote.ts";
import { readPng } from "#device-host/observe/png.ts";
import { openApp } from "#shared/actions/built-in/open-app.ts";
import { allowedUrl } from "#shared/actions/built-in/open-url.ts";
import { isTenantKey, jobPrefix } from "#shared/contracts/farm/keys.ts";
import { HostId, JobId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { elementTexts, images, names, packageNames, typedTexts, urls } from "./corpus.ts";
import { tryAll } from "./try-all.ts";

const everything = [...typedTexts, ...packageNames, ...urls, ...names, ...elementTexts];

/** Each argument as a program gets it from a shell. One shell for all: starting it takes longer than all else. */
const asShellSees = (given: readonly string[]): string[] => {
  const input = given.map((each) => shellLine(["printf", "%s\\0", each])).join("\n");
  return execFileSync("/bin/sh", ["-s"], { encoding: "utf8", input }).split("\0");
};

describe("the device's shell", () => {
  it("gets any text as one argument, or refuses a NUL", async (context) => {
    const given = [...new Set(everything.filter((each) => each.isWellFormed()))];
    const seen = asShellSees(given.filter((each) => !each.includes("\0"))).values();
    await tryAll(context, given, (each) => {
      if (each.includes("\0")) expect(() => shellLine(["printf", each])).toThrow("NUL");
      else expect(seen.next().value).toBe(each);
    });
  });
});

describe("actions", () => {
  it("open no package that is none", async (context) => {
    await tryAll(context, packageNames, (name) => {
      expect(openApp.parameters.safeParse({ package: name }).success).toBe(false);
    });
  });

  it("open nothing but http and https addresses without a user", async (context) => {
    await tryAll(context, urls, (given) => {
      try {
        const { protocol, username, password } = new URL(allowedUrl(given));
        expect({ username, password }).toEqual({ username: "", password: "" });
        expect(["http:", "https:"]).toContain(protocol);
      } catch (error) {
        expect(error).toMatchObject({ code: "UrlNotAllowed" });
      }
    });
  });
});

describe("stored keys", () => {
  const tenant = TenantId.parse("acme");
  it("are made of ids that cannot leave their folder", async (context) => {
    await tryAll(context, everything, (given) => {
      for (const schema of [TenantId, HostId, PoolName, JobId]) {
        const parsed = schema.safeParse(given);
        if (parsed.success) expect(parsed.data).toMatch(/^[A-Za-z0-9][\w-]*$/);
      }
    });
  });

  it("of another tenant are none of this one's", async (context) => {
    const others = names.map((name) => `tenants/Acme/jobs/${name}`);
    await tryAll(context, others, (key) => expect(isTenantKey(tenant, key)).toBe(false));
    expect(isTenantKey(tenant, jobPrefix(tenant, JobId.parse(`01J${"0".repeat(23)}`)))).toBe(true);
  });
});

describe("what a device shows", () => {
  it("is a whole picture of a screen's size, or refused", async (context) => {
    const background = "#123456";
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    await tryAll(context, images(png), (bytes) => {
      expect(() => readPng(bytes)).toThrow(expect.objectContaining({ code: "ScreenshotCorrupt" }));
    });
  });

  it("is a tree or refused, whatever stands in it", async (context) => {
    const wrapped = everything.map(
      (given) => `<?xml version="1.0"?><hierarchy><node text="${given}"/></hierarchy>`,
    );
    const deep = `<hierarchy>${"<node>".repeat(10_000)}`;
    const entities = `<!DOCTYPE x [<!ENTITY a "${"b".repeat(1_000)}">]><hierarchy><node text="${"&a;".repeat(1_000)}"/></hierarchy>`;
    await tryAll(context, [...wrapped, ...everything, deep, entities], (given) => {
      try {
        parseHierarchy(given);
      } catch (error) {
        expect(error).toBeInstanceOf(DroverError);
      }
    });
  });
});

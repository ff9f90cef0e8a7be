import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { packed } from "#api/http/packed.ts";

const large = {
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: "x".repeat(1_000_000),
};

describe("a large answer", () => {
  it.each(["gzip", "br, gzip;q=0.8", "deflate,gzip"])("is compressed for who accepts %s", (accepted) => {
    const { body = "", headers, isBase64Encoded } = packed(large, accepted);
    expect({ headers, isBase64Encoded }).toMatchObject({
      headers: { "content-encoding": "gzip" },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(body, "base64")).toString()).toBe(large.body);
  });

  it.each(["", "br", "gzip;q=0", "xgzip"])("goes as it is to who accepts %j", (accepted) => {
    expect(packed(large, accepted)).toBe(large);
  });

  it("is one of a megabyte or more", () => {
    const small = { ...large, body: "x" };
    expect(packed(small, "gzip")).toBe(small);
  });
});

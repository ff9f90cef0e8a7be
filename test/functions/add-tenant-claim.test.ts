import type { PreTokenGenerationV2TriggerEvent, PreTokenGenerationV3TriggerEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { handler } from "#functions/add-tenant-claim.ts";

const caller = { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: "1example23456789" } as const;

/** As the documentation shows it, of a person who signs in on the hosted page. */
const person = (userAttributes: Record<string, string>): PreTokenGenerationV2TriggerEvent => ({
  version: "2",
  triggerSource: "TokenGeneration_HostedAuth",
  region: "us-east-1",
  userPoolId: "us-east-1_EXAMPLE",
  userName: "brcotter",
  callerContext: caller,
  request: {
    userAttributes: {
      sub: "a1b2",
      "cognito:user_status": "CONFIRMED",
      email: "b@example.com",
      ...userAttributes,
    },
    groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: "" },
    scopes: ["openid", "drover/jobs:read"],
  },
  response: { claimsAndScopeOverrideDetails: {} },
});

/** Of a client with a secret, which is nobody: the third form of the event alone is sent for it. */
const machine = (
  scopes: string[],
  clientMetadata: Record<string, string> = {},
): PreTokenGenerationV3TriggerEvent => ({
  version: "3",
  triggerSource: "TokenGeneration_ClientCredentials",
  region: "us-east-1",
  userPoolId: "us-east-1_EXAMPLE",
  userName: "1example23456789",
  callerContext: caller,
  request: { userAttributes: {}, groupConfiguration: {}, scopes, clientMetadata },
  response: { claimsAndScopeOverrideDetails: {} },
});

const claimsOf = async (event: PreTokenGenerationV2TriggerEvent | PreTokenGenerationV3TriggerEvent) =>
  (await handler(event)).response.claimsAndScopeOverrideDetails;
const written = (tenant: string) => ({
  accessTokenGeneration: { claimsToAddOrOverride: { tenant } },
});

describe("a person's token", () => {
  it("names the tenant that an administrator wrote down", async () => {
    expect(await claimsOf(person({ "custom:tenant": "acme" }))).toEqual(written("acme"));
  });

  it("leaves the rest of the event as the pool sent it", async () => {
    const event = person({ "custom:tenant": "acme" });
    const { response: _response, ...rest } = await handler(event);
    expect(event).toMatchObject(rest);
  });

  it.each([[undefined], [""], ["../other"], ["a/b"], ["x".repeat(33)], ["acme other"]])(
    "is not made for a tenant that is %j",
    async (tenant) => {
      const attributes = tenant === undefined ? {} : { "custom:tenant": tenant };
      await expect(handler(person(attributes))).rejects.toThrow("brcotter belongs to no tenant");
    },
  );

  it("is not made for a tenant that is no text, whatever a pool may come to send", async () => {
    for (const tenant of [5, true, null, ["acme"]]) {
      const event = person({});
      Object.assign(event.request.userAttributes, { "custom:tenant": tenant });
      await expect(handler(event)).rejects.toThrow("belongs to no tenant");
    }
  });

  it("is not another tenant's because of a scope", async () => {
    const event = person({ "custom:tenant": "acme" });
    const scopes = ["openid", "tenant/other"];
    expect(await claimsOf({ ...event, request: { ...event.request, scopes } })).toEqual(written("acme"));
  });
});

describe("a machine's token", () => {
  it("names the tenant whose scope its client may have", async () => {
    expect(await claimsOf(machine(["drover/jobs:read", "tenant/acme"]))).toEqual(written("acme"));
  });

  it.each([
    [["drover/jobs:read"]],
    [["tenant/acme", "tenant/other"]],
    [["tenant/"]],
    [["tenant/a/b"]],
    [["tenants/acme"]],
  ])("is not made with the scopes %j", async (scopes) => {
    await expect(handler(machine(scopes))).rejects.toThrow(
      "The client 1example23456789 belongs to no tenant",
    );
  });

  it("is not what the machine says of itself", async () => {
    const event = machine(["tenant/acme"], { tenant: "other", "custom:tenant": "other" });
    expect(await claimsOf(event)).toEqual(written("acme"));
    await expect(handler(machine([], { tenant: "other" }))).rejects.toThrow("belongs to no tenant");
  });
});

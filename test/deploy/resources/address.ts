import * as z from "zod";
import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

const WebAcl = z.object({
  Scope: z.literal("CLOUDFRONT"),
  DefaultAction: z.object({ Allow: z.object({}) }),
  Rules: z.array(z.looseObject({ Name: z.string(), Priority: z.number(), Action: z.object({}) })).min(1),
});

/** No rule is worked with: the names and order of those that there are must differ. */
const webAcl: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { Rules } = WebAcl.parse(properties);
  for (const key of ["Name", "Priority"] as const)
    if (new Set(Rules.map((rule) => rule[key])).size < Rules.length)
      throw new Error(`two rules have the same ${key}`);
  const arn = account.arn("wafv2", `global/webacl/${chosenName}/1`);
  cloud.there.set(arn, "AWS::WAFv2::WebACL");
  return { ref: `${chosenName}|1|CLOUDFRONT`, attributes: { Arn: arn } };
};

const Distribution = z.object({
  DistributionConfig: z.object({
    WebACLId: z.string().optional(),
    Origins: z.array(
      z.object({
        DomainName: z.string(),
        OriginCustomHeaders: z
          .array(z.object({ HeaderName: z.string(), HeaderValue: z.string().min(1) }))
          .default([]),
      }),
    ),
  }),
});

/** Of its behaviours the API's alone are worked with, which keep nothing: what it adds to requests for each origin. */
const distribution: ResourceKind = ({ properties, chosenName }, cloud) => {
  const { WebACLId, Origins } = Distribution.parse(properties).DistributionConfig;
  if (WebACLId !== undefined) cloud.mustBeThere(WebACLId, "AWS::WAFv2::WebACL");
  for (const { DomainName, OriginCustomHeaders } of Origins)
    cloud.originHeaders.set(
      DomainName,
      OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
    );
  const DomainName = `${chosenName.slice(-12)}.cloudfront.net`;
  return { ref: chosenName, attributes: { Id: chosenName, DomainName } };
};

export const addressKinds = { "AWS::CloudFront::Distribution": distribution } as const satisfies Readonly<
  Record<string, ResourceKind>
>;
export const checkedAddressKinds = { "AWS::WAFv2::WebACL": webAcl } as const satisfies Readonly<
  Record<string, ResourceKind>
>;

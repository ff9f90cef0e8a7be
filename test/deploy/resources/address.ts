import { account } from "../account.ts";
import type { ResourceKind } from "./resource-kind.ts";

/** CloudFront as far as others name it: what it serves, tests of the console go through. */
const distribution: ResourceKind = ({ chosenName }) => {
  const id = chosenName.slice(-12);
  return { ref: id, attributes: { Id: id, DomainName: `d${id}.cloudfront.net` } };
};

const part: ResourceKind = ({ chosenName }) => ({
  ref: chosenName,
  attributes: { Id: chosenName, FunctionARN: account.arn("cloudfront", `function/${chosenName}`) },
});

export const addressKinds = {
  "AWS::CloudFront::Distribution": distribution,
  "AWS::CloudFront::Function": part,
  "AWS::CloudFront::OriginAccessControl": part,
  "AWS::CloudFront::ResponseHeadersPolicy": part,
} as const satisfies Readonly<Record<string, ResourceKind>>;

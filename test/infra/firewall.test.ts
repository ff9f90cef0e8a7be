import { Match } from "aws-cdk-lib/assertions";
import { expect, it } from "vitest";
import * as z from "zod";
import { publicRoutes } from "#shared/contracts/api/routes/routes.ts";
import { originHeader, originSecretVariable } from "#shared/contracts/farm/origin-check.ts";
import { resourcesOf } from "./resources-of.ts";
import { stacksOf, synthesised } from "./synthesised.ts";

const { firewall, address, api } = synthesised();

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization?: string;
}

type Statement = Readonly<Record<string, unknown>>;
const Fields = z.looseObject({ FieldToMatch: z.record(z.string(), z.unknown()).default({}) });
const Several = z.object({ Statements: z.array(z.record(z.string(), z.unknown())) });
const One = z.object({ Statement: z.record(z.string(), z.unknown()) });

/** As AWS WAF documents the statements that these rules are made of; a header that is missing matches nothing. */
function matches(statement: Statement, asked: Asked): boolean {
  const [[kind = "", content] = []] = Object.entries(statement);
  if (kind === "AndStatement") return Several.parse(content).Statements.every((one) => matches(one, asked));
  if (kind === "NotStatement") return !matches(One.parse(content).Statement, asked);
  const fields = Fields.parse(content);
  const text = fieldOf(fields.FieldToMatch, asked);
  if (text === undefined) return false;
  if (kind === "RegexMatchStatement") return new RegExp(String(fields.RegexString)).test(text);
  if (kind === "SizeConstraintStatement" && fields.ComparisonOperator === "GT")
    return text.length > Number(fields.Size);
  const sought = String(fields.SearchString);
  if (kind === "ByteMatchStatement" && fields.PositionalConstraint === "EXACTLY") return text === sought;
  if (kind === "ByteMatchStatement" && fields.PositionalConstraint === "STARTS_WITH")
    return text.startsWith(sought);
  throw new Error(`${kind} is not read here`);
}

function fieldOf(field: Statement, { method, path, authorization }: Asked): string | undefined {
  if ("UriPath" in field) return decodeURIComponent(path);
  if ("Method" in field) return method;
  expect(field).toEqual({ SingleHeader: { Name: "authorization" } });
  return authorization;
}

const Rule = z.object({
  Name: z.string(),
  Statement: z.record(z.string(), z.unknown()),
  Action: z.unknown(),
});
const [[, { Properties }] = ["", { Properties: {} }]] = resourcesOf(firewall, "AWS::WAFv2::WebACL");
const rules = z.array(Rule).parse(Properties.Rules);
const rule = (name: string) => rules.find(({ Name }) => Name === name) ?? Rule.parse({});

it("the firewall lies where CloudFront looks for it, whatever the deployment's region, and is deployed first", () => {
  const stacks = stacksOf({});
  expect(stacks.firewall?.region).toBe("us-east-1");
  expect(stacks.address.dependencies).toContain(stacks.firewall);
  expect(Properties.Scope).toBe("CLOUDFRONT");
  address.hasResourceProperties("AWS::CloudFront::Distribution", {
    DistributionConfig: {
      WebACLId: {
        "Fn::GetStackOutput": {
          StackName: "Drover-prod-Firewall",
          OutputName: "WebAclArn",
          Region: "us-east-1",
        },
      },
    },
  });
  firewall.hasOutput("WebAclArn", {
    Value: { "Fn::GetAtt": [Match.stringLikeRegexp("^Firewall"), "Arn"] },
  });
});

it("an address that asks more in five minutes than one tenant may is refused as API Gateway refuses", () => {
  expect(rule("too-often")).toMatchObject({
    Statement: { RateBasedStatement: { AggregateKeyType: "IP", Limit: 30_000, EvaluationWindowSec: 300 } },
    Action: {
      Block: {
        CustomResponse: {
          ResponseCode: 429,
          CustomResponseBodyKey: "body-429",
          ResponseHeaders: [{ Name: "retry-after", Value: "60" }],
        },
      },
    },
  });
  expect(Properties.CustomResponseBodies).toEqual({
    "body-401": { ContentType: "APPLICATION_JSON", Content: '{"message":"Unauthorized"}' },
    "body-429": { ContentType: "APPLICATION_JSON", Content: '{"message":"Too Many Requests"}' },
  });
  synthesised({ firewallRequests: "500" }).firewall.hasResourceProperties("AWS::WAFv2::WebACL", {
    Rules: Match.arrayWith([
      Match.objectLike({ Statement: { RateBasedStatement: Match.objectLike({ Limit: 500 }) } }),
    ]),
  });
});

it("what brings no token to a route that wants one gets no further, and nothing else is kept out", () => {
  const { Statement: statement, Action } = rule("without-token");
  const isRefused = (asked: Asked): boolean => matches(statement, asked);
  expect(Action).toMatchObject({
    Block: {
      CustomResponse: {
        ResponseCode: 401,
        ResponseHeaders: [{ Name: "www-authenticate", Value: "Bearer" }],
      },
    },
  });
  for (const path of ["/v1/jobs", "/v1/jobs/01K", "/v1/live/other", "/%761/jobs", "/v1/schemas/a/b"])
    expect(isRefused({ method: "GET", path }), path).toBe(true);
  expect(isRefused({ method: "POST", path: "/v1/jobs", authorization: "" })).toBe(true);
  expect(isRefused({ method: "POST", path: "/v1/jobs", authorization: "Bearer x" })).toBe(false);
  expect(isRefused({ method: "OPTIONS", path: "/v1/jobs" })).toBe(false);
  expect(publicRoutes.length).toBe(8);
  for (const { method, path } of publicRoutes)
    expect(isRefused({ method, path: path.replace("{file}", "tasks-file.schema.json") }), path).toBe(false);
  for (const path of ["/", "/assets/index-x1.js", "/jobs/01K", "/console-config.json"])
    expect(isRefused({ method: "GET", path }), path).toBe(false);
});

it("keeps no sample of a request, which would show its token", () => {
  expect(JSON.stringify(Properties)).not.toContain('"SampledRequestsEnabled":true');
});

it("the function answers no request without the word that CloudFront adds, which is in no template", () => {
  const [[id] = [""]] = resourcesOf(address, "AWS::SecretsManager::Secret");
  const reference = (secret: object) => ({
    "Fn::Join": ["", ["{{resolve:secretsmanager:", secret, ":SecretString:::}}"]],
  });
  const [[, distribution] = ["", undefined]] = resourcesOf(address, "AWS::CloudFront::Distribution");
  const { Origins } = z
    .object({ Origins: z.array(z.looseObject({ OriginCustomHeaders: z.unknown().optional() })) })
    .parse(distribution?.Properties.DistributionConfig);
  const added = Origins.flatMap(({ OriginCustomHeaders }) => OriginCustomHeaders ?? []);
  expect(added.length).toBe(Origins.length - 1);
  for (const header of added)
    expect(header).toEqual({ HeaderName: originHeader, HeaderValue: reference({ Ref: id }) });
  api.hasResourceProperties("AWS::Lambda::Function", {
    Environment: {
      Variables: Match.objectLike({
        [originSecretVariable]: reference({
          "Fn::GetStackOutput": Match.objectLike({ StackName: "Drover-prod-Address" }),
        }),
      }),
    },
  });
});

it("firewallRequests=0 is a deployment without a firewall, and fewer than AWS takes are refused", () => {
  const open = synthesised({ firewallRequests: "0" });
  expect(open.firewall.toJSON()).toEqual({});
  expect(JSON.stringify(open.address)).not.toContain("WebACLId");
  expect(() => stacksOf({ firewallRequests: "5" })).toThrow(
    "firewallRequests: must be at least 10, or 0 for no firewall",
  );
});

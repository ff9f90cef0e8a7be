import { CfnOutput, Fn, Stack, type StackProps } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { publicRoutes } from "#shared/contracts/api/routes/routes.ts";
import type { Settings } from "./settings.ts";
import { stackName } from "./stack-names.ts";

interface FirewallStackProps extends StackProps {
  readonly settings: Settings;
}

/** Where AWS wants what belongs to CloudFront, whatever the deployment's own region. */
const region = "us-east-1";
const arnOutput = "WebAclArn";

/** What is before the deployment's address (docs/decisions/0276-a-firewall-before-the-address.md). */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: FirewallStackProps) {
    super(scope, id, { ...props, env: { region } });
    const firewall = new CfnWebACL(this, "Firewall", {
      scope: "CLOUDFRONT",
      description: `Before console and API of Drover-${settings.stage}`,
      defaultAction: { allow: {} },
      visibilityConfig: visible("firewall"),
      customResponseBodies: Object.fromEntries(
        ([401, 429] as const).map((status) => [bodyKey(status), gatewayBody(status)]),
      ),
      rules: [tooOften(settings.firewallRequests), withoutToken],
    });
    new CfnOutput(this, arnOutput, { value: firewall.attrArn });
  }
}

/** For a stack of any region. */
export const firewallArn = (stage: Settings["stage"]): string =>
  Fn.getStackOutput(stackName(stage, "Firewall"), arnOutput, region);

/** Samples would show tokens to whoever may look at the firewall. */
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/** As API Gateway says it, so that a client need not know who refused. */
const gatewayBody = (status: 401 | 429): CfnWebACL.CustomResponseBodyProperty => ({
  contentType: "APPLICATION_JSON",
  content: JSON.stringify({ message: status === 401 ? "Unauthorized" : "Too Many Requests" }),
});

const bodyKey = (status: 401 | 429): string => `body-${status}`;

const refusedWith = (status: 401 | 429, name: string, value: string): CfnWebACL.RuleActionProperty => ({
  block: {
    customResponse: {
      responseCode: status,
      customResponseBodyKey: bodyKey(status),
      responseHeaders: [{ name, value }],
    },
  },
});

const tooOften = (limit: number): CfnWebACL.RuleProperty => ({
  name: "too-often",
  priority: 0,
  statement: { rateBasedStatement: { aggregateKeyType: "IP", limit, evaluationWindowSec: 300 } },
  action: refusedWith(429, "retry-after", "60"),
  visibilityConfig: visible("too-often"),
});

const beginsWith = (start: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: "STARTS_WITH",
    searchString: start,
    textTransformations: decoded,
  },
});

/** CloudFront chooses the origin by the path when it is decoded. */
const decoded = [
  { priority: 0, type: "URL_DECODE" },
  { priority: 1, type: "NORMALIZE_PATH" },
];
const asItIs = [{ priority: 0, type: "NONE" }];

const publicPaths = [...new Set(publicRoutes.map(({ path }) => path))].map((path) =>
  path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+"),
);

/** Paths of the API that are no public route's, asked without a token; browsers send none when they ask whether they may. */
const withoutToken: CfnWebACL.RuleProperty = {
  name: "without-token",
  priority: 1,
  statement: {
    andStatement: {
      statements: [
        beginsWith("/v1/"),
        not({
          regexMatchStatement: {
            fieldToMatch: { uriPath: {} },
            regexString: `^(${publicPaths.join("|")})$`,
            textTransformations: decoded,
          },
        }),
        not({
          byteMatchStatement: {
            fieldToMatch: { method: {} },
            positionalConstraint: "EXACTLY",
            searchString: "OPTIONS",
            textTransformations: asItIs,
          },
        }),
        not({
          sizeConstraintStatement: {
            fieldToMatch: { singleHeader: { Name: "authorization" } },
            comparisonOperator: "GT",
            size: 0,
            textTransformations: asItIs,
          },
        }),
      ],
    },
  },
  action: refusedWith(401, "www-authenticate", "Bearer"),
  visibilityConfig: visible("without-token"),
};

function not(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } };
}

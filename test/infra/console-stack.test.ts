import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { addDroverStacks } from "#infra/drover-stacks.ts";
import { settings, synthesised } from "./synthesised.ts";

let page: Template;
let storage: Template;
const stacks = synthesised();
beforeAll(() => {
  page = Template.fromStack(stacks.page);
  storage = Template.fromStack(stacks.storage);
});

/** Of the only resource of a type, as text: what joins tokens is left in it. */
const textOf = (template: Template, type: string): string => JSON.stringify(template.findResources(type));

describe("the console's stack", () => {
  it("keeps the page's files private: CloudFront alone reads them, over an access control of its own", () => {
    page.hasResourceProperties("AWS::S3::Bucket", {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    page.hasResourceProperties("AWS::CloudFront::OriginAccessControl", {
      OriginAccessControlConfig: { OriginAccessControlOriginType: "s3", SigningBehavior: "always" },
    });
  });

  it("serves the page with the farm's own policy, for this issuer and this bucket", () => {
    const headers = textOf(page, "AWS::CloudFront::ResponseHeadersPolicy");
    expect(headers).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://",
    );
    expect(headers).toContain(` ${new URL(settings.jwtIssuer).origin}; img-src 'self' blob: data: https://`);
    expect(headers).toContain("frame-ancestors 'none'");
    page.hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: true },
          StrictTransportSecurity: Match.objectLike({ AccessControlMaxAgeSec: 31_536_000 }),
        },
      },
    });
  });

  it("hands the API's routes on with their tokens, keeps none of their answers, and takes HTTPS alone", () => {
    for (const PathPattern of ["/v1/*", "/openapi.json"]) {
      page.hasResourceProperties("AWS::CloudFront::Distribution", {
        DistributionConfig: {
          CacheBehaviors: Match.arrayWith([
            Match.objectLike({
              PathPattern,
              ViewerProtocolPolicy: "https-only",
              // CachingDisabled and AllViewerExceptHostHeader, by the ids that AWS gives its own policies.
              CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
              OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
            }),
          ]),
        },
      });
    }
  });

  it("answers every address of the page with the page, and its files with themselves", () => {
    const [{ Properties }] = Object.values(page.findResources("AWS::CloudFront::Function")) as [
      { Properties: { FunctionCode: string } },
    ];
    const handler = new Function(`${Properties.FunctionCode}; return handler`)() as (event: object) => {
      uri: string;
    };
    const answered = (uri: string): string => handler({ request: { uri } }).uri;
    expect(["/", "/jobs/01K", "/devices/host.emulator-5554", "/assets"].map(answered)).toEqual(
      Array.from({ length: 4 }, () => "/index.html"),
    );
    const files = ["/assets/index-x1.js", "/favicon.svg", "/console-config.json"];
    expect(files.map(answered)).toEqual(files);
  });

  it("lets pages read artifacts that they have a link to", () => {
    storage.hasResourceProperties("AWS::S3::Bucket", {
      CorsConfiguration: {
        CorsRules: [Match.objectLike({ AllowedMethods: ["GET", "HEAD"], AllowedOrigins: ["*"] })],
      },
    });
  });

  it("tells its address, and refuses an origin that would be more than one in the policy", () => {
    expect(Object.keys(page.findOutputs("*"))).toEqual(["ConsoleUrl"]);
    const context = { ...settings, consoleSignInOrigins: "https://a.example; script-src *" };
    const app = new App({ context });
    expect(() => addDroverStacks(app)).toThrow("must be an origin such as https://auth.example.com");
  });
});

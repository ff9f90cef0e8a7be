import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { settings, stacksOf, synthesised, withPool } from "./synthesised.ts";

const { address, storage } = synthesised();

/** Of the only resource of a type, as text: what joins tokens is left in it. */
const textOf = (template: Template, type: string): string => JSON.stringify(template.findResources(type));

describe("the console's stack", () => {
  it("keeps the page's files private: CloudFront alone reads them, over an access control of its own", () => {
    address.hasResourceProperties("AWS::S3::Bucket", {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    address.hasResourceProperties("AWS::CloudFront::OriginAccessControl", {
      OriginAccessControlConfig: { OriginAccessControlOriginType: "s3", SigningBehavior: "always" },
    });
  });

  it("serves the page with the farm's own policy, for this issuer and this bucket", () => {
    const headers = textOf(address, "AWS::CloudFront::ResponseHeadersPolicy");
    expect(headers).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://",
    );
    expect(headers).toContain(` ${new URL(settings.jwtIssuer).origin}; img-src 'self' blob: data: https://`);
    expect(headers).toContain("frame-ancestors 'none'");
    address.hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
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
      address.hasResourceProperties("AWS::CloudFront::Distribution", {
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
    const [{ Properties }] = Object.values(address.findResources("AWS::CloudFront::Function")) as [
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

  it("has the name and certificate that it is given, and tells everybody that name", () => {
    const certificateArn = "arn:aws:acm:us-east-1:000000000000:certificate/farm";
    const given = { ...withPool, domainName: "farm.acme.dev", certificateArn };
    const own = synthesised(given);
    own.address.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Aliases: ["farm.acme.dev"],
        ViewerCertificate: {
          AcmCertificateArn: certificateArn,
          MinimumProtocolVersion: "TLSv1.2_2021",
          SslSupportMethod: "sni-only",
        },
      },
    });
    own.address.hasOutput("DomainTarget", {
      Value: { "Fn::GetAtt": [Match.stringLikeRegexp("^Distribution"), "DomainName"] },
    });
    own.page.hasOutput("ConsoleUrl", { Value: "https://farm.acme.dev" });
    expect(corsOf(own.storage).AllowedOrigins).toEqual(["https://farm.acme.dev"]);
    own.pool.hasResourceProperties("AWS::Cognito::UserPoolClient", {
      CallbackURLs: Match.arrayWith(["https://farm.acme.dev/"]),
    });
  });

  const corsOf = (template: Template) => {
    const [bucket] = Object.values(template.findResources("AWS::S3::Bucket")) as [
      { Properties: { CorsConfiguration: { CorsRules: [{ AllowedOrigins: unknown[] }] } } },
    ];
    return bucket.Properties.CorsConfiguration.CorsRules[0];
  };

  it("alone may read the artifacts that it has a link to, and names their bucket in its policy", () => {
    expect(corsOf(storage)).toMatchObject({
      AllowedMethods: ["GET", "HEAD"],
      AllowedOrigins: [expect.any(Object)],
    });
    expect(JSON.stringify(corsOf(storage))).toMatch(
      /"https:\/\/",\{"Fn::GetStackOutput":\{"StackName":"Drover-prod-Address",.*"OutputName":"[^"]*DomainName/,
    );
    const name = ["drover-prod-artifacts-", { Ref: "AWS::AccountId" }, "-", { Ref: "AWS::Region" }];
    storage.hasResourceProperties("AWS::S3::Bucket", { BucketName: { "Fn::Join": ["", name] } });
    const policy = textOf(address, "AWS::CloudFront::ResponseHeadersPolicy");
    expect(policy).toContain(
      'https://drover-prod-artifacts-",{"Ref":"AWS::AccountId"},"-",{"Ref":"AWS::Region"},".s3.',
    );
  });

  it("has its API to itself, unless other origins are let in by name, whose browsers ask first without a token", () => {
    expect(JSON.stringify(address.findResources("AWS::ApiGatewayV2::Api"))).not.toContain("Cors");
    const other = "https://tools.acme.dev";
    const opened = synthesised({ apiOrigins: `${other}, https://b.acme.dev:8443` });
    opened.address.hasResourceProperties("AWS::ApiGatewayV2::Api", {
      CorsConfiguration: Match.objectLike({
        AllowOrigins: [other, "https://b.acme.dev:8443"],
        AllowHeaders: Match.arrayWith(["authorization", "idempotency-key"]),
      }),
    });
    opened.api.hasResourceProperties("AWS::ApiGatewayV2::Route", {
      RouteKey: "OPTIONS /{proxy+}",
      AuthorizationType: "NONE",
    });
    expect(corsOf(opened.storage).AllowedOrigins).toHaveLength(3);
    expect(() => stacksOf({ apiOrigins: "*" })).toThrow("apiOrigins.0: must be an origin");
  });

  it("refuses an origin that would be more than one in the policy", () => {
    expect(() => stacksOf({ consoleSignInOrigins: "https://a.example; script-src *" })).toThrow(
      "must be an origin such as https://auth.example.com",
    );
  });
});

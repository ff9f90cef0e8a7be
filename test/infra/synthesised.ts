import { App, type AppProps } from "aws-cdk-lib";
import { addDroverStacks } from "#infra/drover-stacks.ts";

export const settings = {
  jwtIssuer: "https://issuer.example.com/",
  jwtAudience: "drover",
  tenant: "acme",
  defaultModel: "claude-sonnet-4-5",
  modelBaseUrl: "https://api.anthropic.com",
};

/** The stacks without bundles, which another test builds. */
export function synthesised(props: AppProps = {}) {
  const app = new App({
    ...props,
    context: { ...settings, "aws:cdk:bundling-stacks": [], ...props.context },
  });
  return { app, ...addDroverStacks(app) };
}

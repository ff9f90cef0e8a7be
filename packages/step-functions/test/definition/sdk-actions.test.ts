import { expect, it } from "vitest";
import { isSdkActionService, sdkActions } from "../../src/definition/sdk-actions.ts";

/** They answer with a stream of events, which no task can take. */
const streaming = new Set(["selectObjectContent", "invokeWithResponseStream"]);

const sdks = {
  dynamodb: () => import("@aws-sdk/client-dynamodb"),
  lambda: () => import("@aws-sdk/client-lambda"),
  s3: () => import("@aws-sdk/client-s3"),
  sns: () => import("@aws-sdk/client-sns"),
  sqs: () => import("@aws-sdk/client-sqs"),
};

it.each(Object.keys(sdkActions).filter(isSdkActionService))("names every action of %s", async (service) => {
  const commands = Object.keys(await sdks[service]()).filter((name) => /^[A-Z].*Command$/.test(name));
  const actions = commands
    .map((name) => name.charAt(0).toLowerCase() + name.slice(1, -"Command".length))
    .filter((action) => action !== "$" && !streaming.has(action));
  expect([...sdkActions[service]].sort()).toEqual(actions.sort());
});

import { expect, it } from "vitest";
import {
  awsConfigFromEnvironment,
  awsEnvironment,
} from "#shared/storage/clients/aws-config-from-environment.ts";

const farm = {
  AWS_REGION: "eu-central-1",
  AWS_ENDPOINT_URL_S3: "http://127.0.0.1:4566",
  AWS_ENDPOINT_URL_SFN: "http://127.0.0.1:4567",
  AWS_ACCESS_KEY_ID: "key",
  AWS_SECRET_ACCESS_KEY: "secret",
};

it("reads region, endpoints and keys under the SDK's own names, and writes them the same way", () => {
  const config = awsConfigFromEnvironment({ ...farm, PATH: "/bin" });
  expect(config).toEqual({
    region: "eu-central-1",
    endpoints: { s3: farm.AWS_ENDPOINT_URL_S3, sfn: farm.AWS_ENDPOINT_URL_SFN },
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });
  expect(awsEnvironment(config)).toEqual(farm);
});

it("leaves the credentials to the SDK when there are none", () => {
  expect(awsConfigFromEnvironment({ AWS_DEFAULT_REGION: "eu-west-1" })).toEqual({
    region: "eu-west-1",
    endpoints: {},
  });
});

it("names the variable that is missing or wrong", () => {
  expect(() => awsConfigFromEnvironment({})).toThrow(/AWS_REGION/);
  expect(() => awsConfigFromEnvironment({ ...farm, AWS_ENDPOINT_URL_SQS: "localhost" })).toThrow(
    /AWS_ENDPOINT_URL_SQS is "localhost"/,
  );
});

import type { WireService } from "#shared/http/wire.ts";
import { accessKeyOf } from "./access-key.ts";

/** A JSON service that refuses requests with another access key than the farm's; absent: any is right. */
export const requireAccessKey =
  (accessKeyId: string | undefined, service: WireService): WireService =>
  async (request) =>
    accessKeyId === undefined || accessKeyOf(request) === accessKeyId
      ? service(request)
      : {
          status: 400,
          headers: {
            "content-type": "application/x-amz-json-1.0",
            "x-amzn-errortype": "UnrecognizedClientException",
          },
          body: JSON.stringify({
            __type: "com.amazon.coral.service#UnrecognizedClientException",
            message: "The security token included in the request is invalid.",
          }),
        };

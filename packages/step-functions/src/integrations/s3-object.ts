import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import type { JsonObject } from "../expression/json-value.ts";
import type { Answer, Integration } from "./integration.ts";
import { type ErrorNaming, modelled, type SdkClient, sdkCall } from "./sdk-call.ts";
import { TaskFailure } from "./task-failure.ts";

const naming: ErrorNaming = { prefix: "S3", service: "S3", fallback: "S3Exception", known: "modelled" };

interface TextBody {
  transformToString(): Promise<string>;
}

/** `arn:aws:states:::aws-sdk:s3:getObject`: the object's text stands in `Body`. */
export function s3GetObject(client: () => SdkClient): Integration {
  return {
    resourceType: "aws-sdk:s3",
    resource: "getObject",
    async send(request, { payloadBytes }) {
      const input = request as unknown as GetObjectCommandInput;
      const { output } = await sdkCall(client(), new GetObjectCommand(input), naming);
      const { Body, ...members } = modelled(output);
      if (Number(members.ContentLength ?? 0) > payloadBytes) {
        const cause =
          "The state/task 'aws-sdk:s3' returned a result with a size exceeding the maximum number of bytes service limit.";
        throw new TaskFailure("States.DataLimitExceeded", cause);
      }
      const text = Body === undefined ? "" : await (Body as TextBody).transformToString();
      return answer({ ...members, Body: text });
    },
  };
}

/** `arn:aws:states:::aws-sdk:s3:putObject`: the Body is stored as its JSON text, so text is stored in quotes. */
export function s3PutObject(client: () => SdkClient): Integration {
  return {
    resourceType: "aws-sdk:s3",
    resource: "putObject",
    async send(request) {
      const { output } = await sdkCall(client(), new PutObjectCommand(putInput(request)), naming);
      return answer(modelled(output));
    },
  };
}

function putInput({ Body, ...rest }: JsonObject): PutObjectCommandInput {
  // Bytes, because the SDK takes an empty text for a stream whose length nobody knows.
  const bytes = Buffer.from(Body === undefined ? "" : JSON.stringify(Body));
  return { ...rest, Body: bytes } as unknown as PutObjectCommandInput;
}

/** Results of `aws-sdk` integrations carry no HTTP metadata. */
function answer(members: object): Answer {
  return { output: JSON.stringify(members) };
}

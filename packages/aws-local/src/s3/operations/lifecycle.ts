import { checkedChecksum } from "../checksums.ts";
import { readLifecycle, rulesAsXml } from "../lifecycle-rules.ts";
import { S3Error } from "../s3-error.ts";
import { emptyAnswer, type ObjectOperation, xmlAnswer } from "./operation.ts";

const marks = ["lifecycle"];

const putLifecycle: ObjectOperation = {
  method: "PUT",
  of: "bucket",
  marks,
  run({ buckets }, { bucket, headers, body }) {
    const found = buckets.get(bucket);
    checkedChecksum(headers, body);
    buckets.setLifecycle(found, JSON.stringify(readLifecycle(body)));
    return emptyAnswer(200);
  },
};

const getLifecycle: ObjectOperation = {
  method: "GET",
  of: "bucket",
  marks,
  run({ buckets }, { bucket }) {
    const { lifecycle } = buckets.get(bucket);
    if (lifecycle !== null) return xmlAnswer("LifecycleConfiguration", rulesAsXml(JSON.parse(lifecycle)));
    throw new S3Error(404, "NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist", {
      BucketName: bucket,
    });
  },
};

const deleteLifecycle: ObjectOperation = {
  method: "DELETE",
  of: "bucket",
  marks,
  run({ buckets }, { bucket }) {
    buckets.setLifecycle(buckets.get(bucket), null);
    return emptyAnswer(204);
  },
};

export const lifecycleOperations: readonly ObjectOperation[] = [putLifecycle, getLifecycle, deleteLifecycle];

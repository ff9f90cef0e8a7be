import { S3Error } from "../s3-error.ts";
import { readXml, textOf } from "../xml/read-xml.ts";
import { emptyAnswer, type ObjectOperation, owner, xmlAnswer } from "./operation.ts";
import { checkElements } from "./request-xml.ts";

/** Outside us-east-1 a bucket says where it shall lie. */
const defaultRegion = "us-east-1";

const createBucket: ObjectOperation = {
  method: "PUT",
  of: "bucket",
  run({ buckets, region, clock }, { bucket, body }) {
    if (body.length > 0) checkLocation(body, region);
    if (buckets.find(bucket) === null) buckets.create(bucket, clock());
    else if (region !== defaultRegion) {
      throw new S3Error(
        409,
        "BucketAlreadyOwnedByYou",
        "Your previous request to create the named bucket succeeded and you already own it.",
        { BucketName: bucket },
      );
    }
    return emptyAnswer(200, { location: `/${bucket}` });
  },
};

function checkLocation(body: Buffer, region: string): void {
  const root = readXml(body);
  checkElements(root, "CreateBucketConfiguration", ["LocationConstraint"]);
  const location = textOf(root, "LocationConstraint") ?? region;
  if (location === region) return;
  throw new S3Error(
    400,
    "IllegalLocationConstraintException",
    `The ${location} location constraint is incompatible for the region specific endpoint this request was sent to.`,
  );
}

const headBucket: ObjectOperation = {
  method: "HEAD",
  of: "bucket",
  run({ buckets, region }, { bucket }) {
    buckets.get(bucket);
    return emptyAnswer(200, { "x-amz-bucket-region": region });
  },
};

const listBuckets: ObjectOperation = {
  method: "GET",
  of: "service",
  run: ({ buckets }) =>
    xmlAnswer("ListAllMyBucketsResult", {
      Owner: owner,
      Buckets: {
        Bucket: buckets
          .all()
          .map(({ name, createdAt }) => ({ Name: name, CreationDate: createdAt.toISOString() })),
      },
    }),
};

const getBucketLocation: ObjectOperation = {
  method: "GET",
  of: "bucket",
  marks: ["location"],
  run({ buckets, region }, { bucket }) {
    buckets.get(bucket);
    const location = region === defaultRegion ? "" : region;
    const answer = xmlAnswer("LocationConstraint", {});
    return { ...answer, body: String(answer.body).replace("></", `>${location}</`) };
  },
};

const deleteBucket: ObjectOperation = {
  method: "DELETE",
  of: "bucket",
  run({ buckets }, { bucket }) {
    if (buckets.delete(buckets.get(bucket))) return emptyAnswer(204);
    throw new S3Error(409, "BucketNotEmpty", "The bucket you tried to delete is not empty", {
      BucketName: bucket,
    });
  },
};

export const bucketOperations: readonly ObjectOperation[] = [
  createBucket,
  headBucket,
  listBuckets,
  getBucketLocation,
  deleteBucket,
];

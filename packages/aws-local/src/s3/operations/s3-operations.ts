import { bucketOperations } from "./buckets.ts";
import { completeMultipartUpload } from "./complete-upload.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { lifecycleOperations } from "./lifecycle.ts";
import { listObjects, listObjectsV2 } from "./list-objects.ts";
import { multipartOperations } from "./multipart.ts";
import type { ObjectOperation } from "./operation.ts";
import { getObject, headObject } from "./read-object.ts";
import { putObject } from "./write-object.ts";

const all: readonly ObjectOperation[] = [
  ...bucketOperations,
  ...lifecycleOperations,
  listObjects,
  listObjectsV2,
  putObject,
  getObject,
  headObject,
  deleteObject,
  deleteObjects,
  ...multipartOperations,
  completeMultipartUpload,
];

const marksOf = ({ marks = [] }: ObjectOperation): readonly string[] => marks;

/** Those with the most marks first: the first that fits is meant. */
const operations = all.toSorted((a, b) => marksOf(b).length - marksOf(a).length);

export const findOperation = (
  method: string,
  of: ObjectOperation["of"],
  query: URLSearchParams,
): ObjectOperation | undefined =>
  operations.find(
    (one) => one.method === method && one.of === of && marksOf(one).every((mark) => query.has(mark)),
  );

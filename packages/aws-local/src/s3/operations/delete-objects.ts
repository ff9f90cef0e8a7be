import { checkedChecksum } from "../checksums.ts";
import { checkWriteConditions } from "../conditions.ts";
import { malformedXml, notImplemented } from "../s3-error.ts";
import { readXml, textOf } from "../xml/read-xml.ts";
import { emptyAnswer, type ObjectOperation, xmlAnswer } from "./operation.ts";
import { checkElements } from "./request-xml.ts";

const mostKeys = 1_000;

export const deleteObject: ObjectOperation = {
  method: "DELETE",
  of: "object",
  query: ["versionId"],
  run({ buckets, objects, database }, { bucket, key, query, headers }) {
    if ((query.get("versionId") ?? "null") !== "null") throw notImplemented("versions of objects");
    const found = buckets.get(bucket);
    database.transaction(() => {
      checkWriteConditions(key, objects.find(found, key), headers);
      objects.remove(found, key);
    });
    return emptyAnswer(204);
  },
};

/** Several at once. A key that is none names no object, and S3 takes the removal of none for a success. */
export const deleteObjects: ObjectOperation = {
  method: "POST",
  of: "bucket",
  marks: ["delete"],
  run({ buckets, objects, database }, { bucket, headers, body }) {
    const found = buckets.get(bucket);
    checkedChecksum(headers, body);
    const { keys, isQuiet } = readDelete(body);
    database.transaction(() => {
      for (const key of keys) objects.remove(found, key);
    });
    return xmlAnswer("DeleteResult", isQuiet ? {} : { Deleted: keys.map((Key) => ({ Key })) });
  },
};

function readDelete(body: Buffer): { readonly keys: readonly string[]; readonly isQuiet: boolean } {
  const root = readXml(body);
  checkElements(root, "Delete", ["Object", "Quiet"]);
  const named = root.children.filter(({ name }) => name === "Object");
  if (named.length === 0 || named.length > mostKeys) throw malformedXml();
  const keys = named.map((object) => {
    checkElements(object, "Object", ["Key", "VersionId"]);
    const key = textOf(object, "Key");
    if (key === undefined) throw malformedXml();
    if ((textOf(object, "VersionId") ?? "null") !== "null") throw notImplemented("versions of objects");
    return key;
  });
  return { keys, isQuiet: textOf(root, "Quiet")?.trim() === "true" };
}

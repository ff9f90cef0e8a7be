import { createHmac, timingSafeEqual } from "node:crypto";
import type { WireRequest, WireResponse, WireService } from "../../http/wire.ts";
import type { SigningKey } from "../../signature/verify-signature.ts";
import { checkedKey, readAddress } from "../object-address.ts";
import { invalidArgument, refusalOf, S3Error } from "../s3-error.ts";
import { xmlDocument } from "../xml/write-xml.ts";
import { checkPostPolicy, readPolicy } from "./post-policy.ts";
import { readForm, type UploadForm } from "./read-form.ts";

interface FormRules {
  /** Absent: the signature is not checked; the policy is enforced anyway. */
  readonly keys?: readonly SigningKey[] | undefined;
  readonly region: string;
  readonly clock: () => Date;
}

/** An upload by a form: a POST to a bucket of multipart/form-data. */
export const isFormUpload = ({ method, headers }: Pick<WireRequest, "method" | "headers">): boolean =>
  method === "POST" && headers["content-type"]?.startsWith("multipart/form-data") === true;

/**
 * Takes uploads by form before a service: a form carries its own signature, over a policy that says what may be sent with it. What
 * it sends is put as any object is. https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export const formUploads =
  (rules: FormRules, put: WireService, others: WireService): WireService =>
  async (request) => {
    if (!isFormUpload(request)) return others(request);
    try {
      return await upload(request, rules, put);
    } catch (error) {
      return refusalOf(error);
    }
  };

async function upload(request: WireRequest, rules: FormRules, put: WireService): Promise<WireResponse> {
  const { bucket, key: inPath } = readAddress(request.path.replace(/\/$/, ""));
  if (bucket === "" || inPath !== "") {
    throw new S3Error(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
  }
  const form = await readForm(request);
  const key = keyOf(form);
  const signer = signerOf(form.fields, rules);
  checkPostPolicy(
    readPolicy(form.fields.get("policy") ?? ""),
    { bucket, fields: form.fields, size: form.file.length },
    rules.clock(),
  );
  const path = `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
  if (signer !== null && signer.mayUpload?.(path) === false)
    throw new S3Error(403, "AccessDenied", "This key may not sign uploads to there.");
  const stored = await put({ method: "PUT", path, query: "", headers: headersOf(form), body: form.file });
  return stored.status === 200 ? answerOf(form, { bucket, key }, stored) : stored;
}

function keyOf({ fields, fileName }: UploadForm): string {
  const key = fields.get("key");
  if (key === undefined) {
    throw invalidArgument(
      "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
    );
  }
  return checkedKey(key.replaceAll("$" + "{filename}", fileName));
}

/** The signer; null where no signature is checked. */
function signerOf(fields: UploadForm["fields"], { keys, region }: FormRules): SigningKey | null {
  const policy = fields.get("policy");
  if (policy === undefined) throw new S3Error(403, "AccessDenied", "Access Denied");
  if (keys === undefined) return null;
  const [accessKeyId = "", day = "", inRegion = "", service = "", end = ""] = (
    fields.get("x-amz-credential") ?? ""
  ).split("/");
  if (fields.get("x-amz-algorithm") !== "AWS4-HMAC-SHA256" || end !== "aws4_request")
    throw invalidArgument("Bucket POST must be signed with AWS4-HMAC-SHA256 and say by whom.");
  if (service !== "s3" || inRegion !== region || !fields.get("x-amz-date")?.startsWith(`${day}T`)) {
    throw new S3Error(
      400,
      "AuthorizationQueryParametersError",
      "Error parsing the X-Amz-Credential parameter: it is for another service, region or day.",
    );
  }
  const key = keys.find((known) => known.accessKeyId === accessKeyId);
  if (key === undefined) {
    const message = "The AWS Access Key Id you provided does not exist in our records.";
    throw new S3Error(403, "InvalidAccessKeyId", message, { AWSAccessKeyId: accessKeyId });
  }
  const expected = signatureOfPolicy(policy, key.secretAccessKey, [day, region, "s3", "aws4_request"]);
  const given = Buffer.from(fields.get("x-amz-signature") ?? "", "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    );
  }
  return key;
}

function signatureOfPolicy(policy: string, secret: string, scope: readonly string[]): Buffer {
  const keyed = (key: string | Buffer, text: string): Buffer =>
    createHmac("sha256", key).update(text).digest();
  const signingKey = scope.reduce<string | Buffer>(keyed, `AWS4${secret}`);
  return keyed(signingKey, policy);
}

/** Fields that say of the object what headers of a PUT would say. */
const kept = /^(?:cache-control|content-(?:disposition|encoding|language|type)|expires|x-amz-meta-.+)$/;

const headersOf = ({ fields }: UploadForm): Readonly<Record<string, string>> =>
  Object.fromEntries([...fields].filter(([name]) => kept.test(name)));

function answerOf(
  { fields }: UploadForm,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  { headers }: WireResponse,
): WireResponse {
  const wanted = fields.get("success_action_status");
  if (fields.has("success_action_redirect"))
    throw new S3Error(501, "NotImplemented", "The local S3 does not implement redirects after a form.");
  const etag = String(headers.etag);
  if (wanted === "201") {
    const body = xmlDocument("PostResponse", { Bucket: bucket, Key: key, ETag: etag });
    return { status: 201, headers: { etag, "content-type": "application/xml" }, body };
  }
  return { status: wanted === "200" ? 200 : 204, headers: { etag }, body: "" };
}

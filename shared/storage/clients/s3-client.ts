import { S3Client } from "@aws-sdk/client-s3";
import { directObjects } from "../direct/object-calls.ts";
import { type LinkSigner, linkSigner } from "../direct/sign-link.ts";
import { addressOf, type ClientSettings, optionsOf, shortened } from "./client-settings.ts";

/** Signs, and calls nobody. Links to objects of a stand-in go a short way. */
export type LinkClient = S3Client & { readonly signLink?: LinkSigner };

export const createS3Client = (settings: ClientSettings): S3Client =>
  shortened(
    new S3Client({ ...optionsOf("s3", settings), forcePathStyle: hasPathStyle(settings) }),
    "s3",
    directObjects,
    settings,
  );

/** For links alone. */
export function createLinkClient(settings: ClientSettings): LinkClient {
  const { endpoints, credentials, linkCredentials, region } = settings.config;
  const client = new S3Client({
    ...addressOf("s3", settings),
    forcePathStyle: hasPathStyle(settings),
    ...(linkCredentials === undefined ? {} : { credentials: { ...linkCredentials } }),
  });
  const signing = linkCredentials ?? credentials;
  if (endpoints?.s3 === undefined || signing === undefined || "sessionToken" in signing) return client;
  return Object.assign(client, { signLink: linkSigner(endpoints.s3, { ...signing, region }) });
}

/** Because a bucket in the host name needs DNS that a stand-in does not have. */
const hasPathStyle = ({ config }: ClientSettings): boolean => config.endpoints?.s3 !== undefined;

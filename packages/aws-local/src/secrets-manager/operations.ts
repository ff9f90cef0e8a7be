import * as z from "zod";
import {
  invalidSecretParameter,
  markedForDeletion,
  nameWaitsForDeletion,
  secretExists,
  secretNotFound,
  versionExists,
} from "./secret-refusal.ts";
import type { SecretStore, StoredSecret } from "./secret-store.ts";

export interface SecretRequestContext {
  readonly secrets: SecretStore;
  /** Milliseconds. */
  readonly now: number;
}

type Operation = (context: SecretRequestContext, parameters: unknown) => object;

const SecretId = z.string().min(1).max(2_048);
const Token = z.string().min(32).max(64);
/** The service counts bytes. */
const SecretString = z
  .string()
  .min(1)
  .refine((value) => Buffer.byteLength(value) <= 65_536, {
    error: "must have at most 65536 bytes",
  });
const VersionStage = z.enum(["AWSCURRENT", "AWSPREVIOUS"]).default("AWSCURRENT");
const Name = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[A-Za-z0-9/_+=.@-]+$/);
const dayMilliseconds = 86_400_000;

/** A parameter that is not named by the schema is refused: what this stand-in leaves out must not be left out in silence. */
function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: SecretRequestContext, parameters: z.output<Schema>) => object,
): Operation {
  return (context, given) => {
    const parsed = schema.safeParse(given);
    if (!parsed.success) throw invalidSecretParameter(z.prettifyError(parsed.error));
    return run(context, parsed.data);
  };
}

function found({ secrets, now }: SecretRequestContext, id: string): StoredSecret {
  const secret = secrets.find(id, now);
  if (secret === undefined) throw secretNotFound();
  return secret;
}

function usable(context: SecretRequestContext, id: string): StoredSecret {
  const secret = found(context, id);
  if (secret.deletedAt !== null) throw markedForDeletion();
  return secret;
}

/** The token is the version's id: the same request sent again changes nothing. */
function put(
  { secrets, now }: SecretRequestContext,
  secret: StoredSecret,
  versionId: string,
  value: string,
): void {
  const earlier = secrets.version(secret, versionId);
  if (earlier === undefined) secrets.addVersion(secret, versionId, value, now);
  else if (earlier.value !== value) throw versionExists(versionId);
}

const seconds = (milliseconds: number): number => milliseconds / 1_000;

export const secretOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  [
    "CreateSecret",
    operation(
      z.strictObject({
        Name,
        ClientRequestToken: Token,
        Description: z.string().max(2_048).default(""),
        SecretString,
      }),
      (context, { Name: name, ClientRequestToken: token, Description: description, SecretString: value }) => {
        const existing = context.secrets.find(name, context.now);
        if (existing?.deletedAt != null) throw nameWaitsForDeletion();
        if (existing !== undefined && context.secrets.version(existing, token)?.value !== value)
          throw secretExists(name);
        const secret = existing ?? context.secrets.create(name, description);
        put(context, secret, token, value);
        return { ARN: secret.arn, Name: name, VersionId: token };
      },
    ),
  ],
  [
    "PutSecretValue",
    operation(
      z.strictObject({ SecretId, ClientRequestToken: Token, SecretString }),
      (context, { SecretId: id, ClientRequestToken: token, SecretString: value }) => {
        const secret = usable(context, id);
        put(context, secret, token, value);
        return { ARN: secret.arn, Name: secret.name, VersionId: token, VersionStages: ["AWSCURRENT"] };
      },
    ),
  ],
  [
    "GetSecretValue",
    operation(
      z.strictObject({ SecretId, VersionStage }),
      (context, { SecretId: id, VersionStage: stage }) => {
        const secret = usable(context, id);
        const version = context.secrets.staged(secret, stage);
        if (version === undefined) throw secretNotFound();
        return {
          ARN: secret.arn,
          Name: secret.name,
          VersionId: version.versionId,
          SecretString: version.value,
          VersionStages: [stage],
          CreatedDate: seconds(version.createdAt),
        };
      },
    ),
  ],
  [
    "DeleteSecret",
    operation(
      z.strictObject({ SecretId, RecoveryWindowInDays: z.int().min(7).max(30).default(30) }),
      (context, { SecretId: id, RecoveryWindowInDays: days }) => {
        const secret = usable(context, id);
        const goneAt = context.now + days * dayMilliseconds;
        context.secrets.scheduleDeletion(secret, context.now, goneAt);
        return { ARN: secret.arn, Name: secret.name, DeletionDate: seconds(goneAt) };
      },
    ),
  ],
  [
    "RestoreSecret",
    operation(z.strictObject({ SecretId }), (context, { SecretId: id }) => {
      const secret = found(context, id);
      context.secrets.restore(secret);
      return { ARN: secret.arn, Name: secret.name };
    }),
  ],
]);

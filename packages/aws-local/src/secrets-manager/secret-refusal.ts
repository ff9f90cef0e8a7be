/** An answer that refuses, with the name and the words that the service has for it. */
export class SecretRefusal extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export const invalidSecretParameter = (message: string): SecretRefusal =>
  new SecretRefusal("InvalidParameterException", message);

export const secretNotFound = (): SecretRefusal =>
  new SecretRefusal("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");

export const secretExists = (name: string): SecretRefusal =>
  new SecretRefusal(
    "ResourceExistsException",
    `The operation failed because the secret ${name} already exists.`,
  );

export const versionExists = (versionId: string): SecretRefusal =>
  new SecretRefusal(
    "ResourceExistsException",
    `You can't use ClientRequestToken ${versionId} because that value is already in use for a version of secret with a different value.`,
  );

export const nameWaitsForDeletion = (): SecretRefusal =>
  new SecretRefusal(
    "InvalidRequestException",
    "You can't create this secret because a secret with this name is already scheduled for deletion.",
  );

export const markedForDeletion = (): SecretRefusal =>
  new SecretRefusal(
    "InvalidRequestException",
    "You can't perform this operation on the secret because it was marked for deletion.",
  );

export const unknownSecretOperation = (name: string): SecretRefusal =>
  new SecretRefusal(
    "UnknownOperationException",
    `The local Secrets Manager does not know ${name || "this request"}.`,
  );

const messages = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  EPERM: "Operation not permitted",
  EEXIST: "File exists",
  ENOTDIR: "Not a directory",
  EISDIR: "Is a directory",
  ENOTEMPTY: "Directory not empty",
  EROFS: "Read-only file system",
  ENOSPC: "No space left on device",
  ELOOP: "Too many symbolic links encountered",
  EINVAL: "Invalid argument",
  ENAMETOOLONG: "File name too long",
  EIO: "I/O error",
} as const;

export type PhoneErrorCode = keyof typeof messages;

const linuxNumbers: Readonly<Record<PhoneErrorCode, number>> = {
  EPERM: 1,
  ENOENT: 2,
  EIO: 5,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  ENOSPC: 28,
  EROFS: 30,
  ENAMETOOLONG: 36,
  ENOTEMPTY: 39,
  ELOOP: 40,
};

/** A failed file operation on the phone; `message` is bionic's `strerror`. */
export class PhoneError extends Error {
  readonly code: PhoneErrorCode;
  /** Linux's errno, as sync's v2 stat carries it. */
  readonly errno: number;

  constructor(code: PhoneErrorCode) {
    super(messages[code]);
    this.code = code;
    this.errno = linuxNumbers[code];
  }
}

/** Runs a file operation of this machine and turns its failure into the phone's. */
export function onPhone<Result>(operation: () => Result): Result {
  try {
    return operation();
  } catch (error) {
    throw asPhoneError(error);
  }
}

function asPhoneError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // The paths of this machine must not reach a client, so a code that is not expected becomes a plain I/O error.
  if (error instanceof PhoneError || code === "") return error;
  return new PhoneError(code in messages ? (code as PhoneErrorCode) : "EIO");
}

/** Where fauxqs 2.4.1 turns a key into the path of a file. */
interface KeyedFiles {
  upsertObject(bucket: string, object: { readonly key: string }): void;
  deleteObject(bucket: string, key: string): void;
  renameObject(bucket: string, sourceKey: string, destinationKey: string): void;
  readBody(bucket: string, key: string): Buffer;
  insertMultipartUpload(upload: { readonly key: string }): void;
}

interface KeyFault {
  readonly code: string;
  readonly message: string;
}

const longestKeyBytes = 1_024;
/** A file's name may have 255, of which an ending and what must be escaped take some. */
const longestNameBytes = 230;
const ownEnding = /\.(?:data|meta\.json)$/;
const escaped = /[<>:"|?*\\%\p{Cc}]/gu;

/** What is wrong with a key, or null. Objects lie in files that are named after their keys. */
export function keyFault(key: string): KeyFault | null {
  if (Buffer.byteLength(key) > longestKeyBytes) {
    return { code: "KeyTooLongError", message: "Your key is too long" };
  }
  const names = key.split("/");
  const parents = names.slice(0, -1);
  const isPath = names.some((name) => name === "." || name === "..") || parents.includes("");
  if (isPath || key === "") {
    return {
      code: "InvalidArgument",
      message: "The local S3 takes no key with '.', '..' or nothing between slashes.",
    };
  }
  if (parents.some((name) => ownEnding.test(name))) {
    return { code: "InvalidArgument", message: "The local S3 takes no '.data/' and '.meta.json/' in a key." };
  }
  if (names.some((name) => Buffer.byteLength(name.replace(escaped, "%00")) > longestNameBytes)) {
    return {
      code: "InvalidArgument",
      message: `The local S3 takes at most ${longestNameBytes} bytes between two slashes.`,
    };
  }
  return null;
}

/**
 * Lets no key become a path outside the bucket's directory, wherever a request named it: in its path, in the XML of
 * DeleteObjects, in the form of an upload. `refuse` makes the error that fauxqs answers.
 */
export function guardKeys(files: KeyedFiles, refuse: (fault: KeyFault) => Error): void {
  const { upsertObject, deleteObject, renameObject, readBody, insertMultipartUpload } = files;
  const checked = (key: string): void => {
    const fault = keyFault(key);
    if (fault) throw refuse(fault);
  };
  const guarded: KeyedFiles = {
    upsertObject(bucket, object) {
      checked(object.key);
      upsertObject.call(files, bucket, object);
    },
    deleteObject(bucket, key) {
      // There is no such object, and S3 takes the removal of none for a success.
      if (keyFault(key) === null) deleteObject.call(files, bucket, key);
    },
    renameObject(bucket, sourceKey, destinationKey) {
      checked(sourceKey);
      checked(destinationKey);
      renameObject.call(files, bucket, sourceKey, destinationKey);
    },
    readBody(bucket, key) {
      checked(key);
      return readBody.call(files, bucket, key);
    },
    insertMultipartUpload(upload) {
      checked(upload.key);
      insertMultipartUpload.call(files, upload);
    },
  };
  Object.assign(files, guarded);
}

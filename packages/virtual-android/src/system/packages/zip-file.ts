import { crc32 } from "node:zlib";

/** A zip archive of one file, stored as it is and aligned to four bytes, as APKs hold their resources. */
export function zipFile(name: string, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(10, 0);
  // 1 January 1980, as build tools write it so that equal contents make equal files.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  const padding = -(30 + Buffer.byteLength(name)) & 3;
  const localFields = Buffer.from(fields);
  localFields.writeUInt16LE(padding, 24);
  const local = Buffer.concat([
    Buffer.from("PK\x03\x04", "latin1"),
    localFields,
    Buffer.from(name),
    Buffer.alloc(padding),
    content,
  ]);
  const record = Buffer.concat([
    Buffer.from("PK\x01\x02\x0a\x00", "latin1"),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(record.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, record, end]);
}

/** Both are reflected: the lowest bit goes first. */
const polynomial32c = 0x82f63b78;
const polynomial64 = 0x9a6c9329ac4bc9b5n;

const table32c = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? polynomial32c ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32c(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (table32c[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const table64 = BigUint64Array.from({ length: 256 }, (_none, byte) => {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? polynomial64 ^ (value >> 1n) : value >> 1n;
  return value;
});
/** Halves of the table's entries: whole numbers of 64 bits would be forty times slower. */
const low64 = Uint32Array.from(table64, (value) => Number(value & 0xffffffffn));
const high64 = Uint32Array.from(table64, (value) => Number(value >> 32n));

/** CRC-64/NVME, high byte first. */
export function crc64Nvme(data: Uint8Array): Buffer {
  let low = 0xffffffff;
  let high = 0xffffffff;
  for (const byte of data) {
    const at = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (low64[at] ?? 0);
    high = (high >>> 8) ^ (high64[at] ?? 0);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE((high ^ 0xffffffff) >>> 0, 0);
  bytes.writeUInt32BE((low ^ 0xffffffff) >>> 0, 4);
  return bytes;
}

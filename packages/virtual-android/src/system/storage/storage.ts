/** `/data` of every virtual phone, whatever lies on it: `df`, `stat -f` and Settings say the same. */
export const storage = {
  blockBytes: 4_096,
  totalBlocks: 15_625_000,
  freeBlocks: 9_643_555,
  totalFiles: 3_906_250,
  freeFiles: 3_899_872,
} as const;

const bytesPerGigabyte = 1_000_000_000;

/** As Settings puts it: `38% used - 39.50 GB free`. */
export function storageSummary(): string {
  const { blockBytes, totalBlocks, freeBlocks } = storage;
  const used = Math.round((1 - freeBlocks / totalBlocks) * 100);
  return `${used}% used - ${((freeBlocks * blockBytes) / bytesPerGigabyte).toFixed(2)} GB free`;
}

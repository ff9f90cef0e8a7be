import { open } from "node:fs/promises";

interface Chapter {
  readonly from: number;
  readonly text: string;
}

/** Nero's list, which players and ffmpeg read, has one byte for the count and one for each title's length. */
const mostChapters = 255;
const mostTitleBytes = 255;
/** Of its times: 100 ns. */
const unitsPerSecond = 10_000_000;

const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

function titleOf(text: string): Buffer {
  let title = text;
  while (Buffer.byteLength(title) > mostTitleBytes) title = title.slice(0, -1).toWellFormed();
  return Buffer.from(title);
}

/** `moov/udta/chpl`. */
function chapterBox(chapters: readonly Chapter[]): Buffer {
  const told = chapters.slice(0, mostChapters);
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, told.length]);
  const entries = told.flatMap(({ from, text }) => {
    const title = titleOf(text);
    const entry = Buffer.alloc(9);
    entry.writeBigUInt64BE(BigInt(Math.round(from * unitsPerSecond)));
    entry.writeUInt8(title.length, 8);
    return [entry, title];
  });
  return box("udta", box("chpl", head, ...entries));
}

/**
 * Writes the chapters into an MP4 whose index (`moov`) is its last part: nothing else moves. False when it is not, or has user data
 * already.
 */
export async function addChapters(path: string, chapters: readonly Chapter[]): Promise<boolean> {
  await using file = await open(path, "r+");
  const { size } = await file.stat();
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= size; ) {
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (head.toString("latin1", 4, 8) === "moov") {
      if (at + length !== size || short === 1) return false;
      const added = chapterBox(chapters);
      await file.write(added, 0, added.length, size);
      const grown = Buffer.alloc(4);
      grown.writeUInt32BE(length + added.length);
      await file.write(grown, 0, 4, at);
      return true;
    }
    if (length < 8) return false;
    at += length;
  }
  return false;
}

import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
} from "mediabunny";
import type { RecordedPiece } from "./screen-recorder.ts";

export interface Joined {
  readonly segments: number;
  readonly seconds: number;
  /** Pieces that are no video, or another one than the first. */
  readonly lost: readonly RecordedPiece[];
}

/**
 * One MP4 of the pieces, no picture encoded again: each stands where it was recorded, up to the next one's beginning. Where there is a
 * gap the last picture stays.
 */
export async function joinPieces(
  pieces: readonly RecordedPiece[],
  captions: string,
  path: string,
): Promise<Joined> {
  const [first] = pieces;
  const base = first?.begunAt ?? 0;
  const video = new EncodedVideoPacketSource("avc");
  const subtitles = new TextSubtitleSource("webvtt");
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(path),
  });
  output.addVideoTrack(video);
  output.addSubtitleTrack(subtitles, { languageCode: "eng", name: "What the agent did" });
  await output.start();
  let description: string | null = null;
  let seconds = 0;
  const lost: RecordedPiece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    const place = {
      from: (piece.begunAt - base) / 1_000,
      to: ((next?.begunAt ?? piece.endedAt) - base) / 1_000,
    };
    const added: string | null = await addPiece(video, piece, place, description).catch(() => null);
    if (added === null) lost.push(piece);
    else {
      description = added;
      seconds = place.to;
    }
  }
  await subtitles.add(captions);
  await output.finalize();
  return { segments: pieces.length - lost.length, seconds, lost };
}

/** Answers what its decoder needs to know, which must be the same for all. @throws for a file that cannot be read, or does not fit */
async function addPiece(
  video: EncodedVideoPacketSource,
  { file }: RecordedPiece,
  { from, to }: { readonly from: number; readonly to: number },
  expected: string | null,
): Promise<string> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(file) });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig?.description) throw new Error(`${file} has no video`);
  const description = Buffer.from(decoderConfig.description as Uint8Array).toString("base64");
  if (expected !== null && description !== expected) throw new Error(`${file} has another kind of video`);
  const packets = await Array.fromAsync(new EncodedPacketSink(track).packets());
  const [first] = packets;
  if (first === undefined) throw new Error(`${file} has no picture`);
  const start = Math.min(...packets.map(({ timestamp }) => timestamp));
  // What the next part shows too is left to that.
  const kept = packets
    .map((packet) => ({ packet, at: from + packet.timestamp - start }))
    .filter(({ at }, index) => index === 0 || at < to);
  const last = Math.max(...kept.map(({ at }) => at));
  for (const { packet, at } of kept) {
    const duration = at === last ? Math.max(packet.duration, to - at) : packet.duration;
    const type = (await track.determinePacketType(packet)) ?? packet.type;
    await video.add(packet.clone({ timestamp: at, duration, type }), { decoderConfig });
  }
  return description;
}

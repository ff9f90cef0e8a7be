import { parentPort, workerData } from "node:worker_threads";
import h264, { type H264MP4Encoder } from "h264-mp4-encoder";
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import sharp from "sharp";
import type { EncoderRequest, EncoderSettings } from "./screen-encoder.ts";

/** The encoder knows frames of one length only: when each was seen is written afterwards. */
const framesPerSecond = 10;

const { width, height, bitsPerSecond } = workerData as EncoderSettings;
const seenAt: number[] = [];

async function begin(): Promise<H264MP4Encoder> {
  const encoder = await h264.createH264MP4Encoder();
  encoder.width = width;
  encoder.height = height;
  encoder.frameRate = framesPerSecond;
  encoder.groupOfPictures = 10 * framesPerSecond;
  encoder.kbps = Math.ceil(bitsPerSecond / 1_000);
  // The quickest of its ways: nobody looks for artefacts on a phone that is none.
  encoder.speed = 10;
  encoder.initialize();
  return encoder;
}

const encoder = await begin();

async function addFrame(png: Uint8Array, atMilliseconds: number): Promise<void> {
  const pixels = await sharp(png)
    .resize({ width, height, fit: "contain", background: "#000" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  encoder.addFrameRgba(pixels);
  seenAt.push(atMilliseconds / 1_000);
}

function finish(): Promise<ArrayBuffer> {
  encoder.finalize();
  return timed(encoder.FS.readFile(encoder.outputFilename));
}

/** The same pictures, each for as long as it was seen. */
async function timed(mp4: Uint8Array): Promise<ArrayBuffer> {
  using input = new Input({ formats: [MP4], source: new BufferSource(mp4) });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("the encoder made no video");
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const video = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(video);
  await output.start();
  let index = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = seenAt[index] ?? 0;
    const duration = Math.max(0.001, (seenAt[index + 1] ?? timestamp) - timestamp);
    const type = (await track.determinePacketType(packet)) ?? packet.type;
    await video.add(packet.clone({ timestamp, duration, type }), { decoderConfig });
    index += 1;
  }
  await output.finalize();
  if (target.buffer === null) throw new Error("the file could not be written");
  return target.buffer;
}

// One thing after the other: pictures are read by other threads.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (request: EncoderRequest) => {
  last = last.then(async () => {
    if ("png" in request) return addFrame(request.png, request.atMilliseconds);
    const mp4 = await finish();
    parentPort?.postMessage(new Uint8Array(mp4), [mp4]);
  });
  // Unheard it would end the thread, which the other side hears.
  last.catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
});

import { pixelsOf } from "../shell/pixels-of.ts";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { okay } from "./wire.ts";

const version = 2;
const bitsPerPixel = 32;
const sRgb = 1;
/** Where each channel begins in a pixel, and its bits: red, blue, green, alpha. */
const channels = [0, 8, 16, 8, 8, 8, 24, 8] as const;

/** `framebuffer:` as adbd answers it (framebuffer_service.cpp): a header of 52 bytes, then the pixels. */
export async function framebufferService({ attached, output }: DeviceServiceContext): Promise<void> {
  output.write(okay);
  const { width, height, data } = await pixelsOf(await attached.device.screencap());
  const fields = [version, bitsPerPixel, sRgb, data.length, width, height, ...channels];
  const header = Buffer.alloc(fields.length * 4);
  for (const [index, value] of fields.entries()) header.writeUInt32LE(value, index * 4);
  output.write(header);
  output.write(data);
  await output.drained();
}

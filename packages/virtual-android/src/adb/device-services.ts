import { pixelsOf } from "../shell/pixels-of.ts";
import type { DeviceServiceContext } from "./device-service-context.ts";
import { cutOnce } from "./host-request.ts";
import { connectToPort } from "./port-connection.ts";
import { reverseService } from "./port-services.ts";
import { rebootService } from "./reboot-service.ts";
import { serveShell } from "./shell-service.ts";
import { serveSync } from "./sync-service.ts";
import { fail, okay } from "./wire.ts";

const version = 2;
const bitsPerPixel = 32;
const sRgb = 1;
/** Where each channel begins in a pixel, and its bits: red, blue, green, alpha. */
const channels = [0, 8, 16, 8, 8, 8, 24, 8] as const;

/** `framebuffer:` as adbd answers it (framebuffer_service.cpp): a header of 52 bytes, then the pixels. */
async function framebufferService({ attached, output }: DeviceServiceContext): Promise<void> {
  output.write(okay);
  const { width, height, data } = await pixelsOf(await attached.device.screencap());
  const fields = [version, bitsPerPixel, sRgb, data.length, width, height, ...channels];
  const header = Buffer.alloc(fields.length * 4);
  for (const [index, value] of fields.entries()) header.writeUInt32LE(value, index * 4);
  output.write(header);
  output.write(data);
  await output.drained();
}

/** `adb reconnect device`: adbd says that it did and drops the transport. */
async function reconnectService({ attached, devices, output }: DeviceServiceContext): Promise<void> {
  output.write(Buffer.concat([okay, Buffer.from("done")]));
  await output.drained();
  devices.reconnect(attached.serial);
}

/** Answers one request of a phone (`shell:…`, `sync:`, …) and ends the connection when that is done. */
export async function answerDeviceRequest(request: string, context: DeviceServiceContext): Promise<void> {
  const { output } = context;
  const [name, argument] = cutOnce(request);
  const [service] = name.split(",");
  if (service === "shell" || service === "exec") await serveShell(name, argument, context);
  else if (service === "sync") await serveSync(context);
  else if (service === "reboot") await rebootService(argument, context);
  else if (service === "framebuffer") await framebufferService(context);
  else if (service === "reconnect") await reconnectService(context);
  else if (/^(?:tcp|local(?:abstract|reserved|filesystem)?)$/.test(service ?? ""))
    await connectToPort(request, context);
  else if (service === "reverse")
    output.write(await reverseService(argument, context.attached.serial, context.reversed));
  else output.write(plainAnswer(service ?? "", argument));
  output.end();
}

function plainAnswer(service: string, argument: string): Buffer {
  const answerText = (text: string) => Buffer.concat([okay, Buffer.from(text)]);
  switch (service) {
    case "root":
      return answerText("adbd is already running as root\n");
    case "unroot":
      return answerText("adbd not running as root\n");
    case "remount":
      return answerText("Device must be bootloader unlocked\nremount failed\n");
    case "tcpip":
      return answerText(
        /^\d+$/.test(argument)
          ? "restart in TCP mode is not possible on a virtual phone\n"
          : "invalid port\n",
      );
    case "usb":
      return answerText("restarting in USB mode\n");
    default:
      // adbd closes the stream of a service it does not have (jdwp, track-jdwp, …).
      return fail("closed");
  }
}

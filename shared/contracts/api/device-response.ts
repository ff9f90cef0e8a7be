import * as z from "zod";
import { Device } from "../device.ts";
import { pageOf } from "../page.ts";

export const DeviceResponse = z.object(Device.shape);
export type DeviceResponse = z.infer<typeof DeviceResponse>;

export const DevicePage = pageOf(DeviceResponse);

export { FaultPlan } from "./adb/faults.ts";
export type { AppToolkit } from "./app-toolkit.ts";
export { phonesUsage, readPhonesArguments, startPhonesServer, UsageError } from "./server-command.ts";
export { panelOf } from "./shell/commands/touch-panel.ts";
export { MAXIMUM_PHONES, type RunningPhones, type StartPhonesOptions, startPhones } from "./start-phones.ts";
export type { App } from "./system/app.ts";
export { ADB_IME } from "./system/phone-core.ts";
export { createPhone } from "./system/start-phone.ts";
export type { VirtualPhone } from "./system/virtual-phone.ts";

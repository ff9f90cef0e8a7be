/**
 * Preloaded by every process and thread of a farm (`node --import`): its clock is ahead by as many milliseconds as the file
 * that DROVER_TEST_CLOCK names says, as if somebody had set it. Timers wait as long as they would have.
 */
import { readFileSync } from "node:fs";
import { ServerResponse } from "node:http";

const RealDate = Date;
const file = String(process.env.DROVER_TEST_CLOCK);
const read = (): number => Number(readFileSync(file, "utf8"));
let ahead = read();
setInterval(() => {
  ahead = read();
}, 100).unref();

globalThis.Date = class extends RealDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
} as DateConstructor;

/** Hosts take the time from the services' answers, which Node dates by its own clock. */
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function dated(this: ServerResponse, ...given: [number]) {
  if (this.sendDate && !this.hasHeader("date")) this.setHeader("Date", new Date().toUTCString());
  return writeHead.apply(this, given);
} as typeof writeHead;

import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am } from "../adb/android-commands.ts";
import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import type { HostMetrics } from "../host-metrics.ts";
import { type KeptText, OwnPackages } from "./own-packages.ts";
import { type ServerPackages, serverPackage, serverRunner, testPackage } from "./server-packages.ts";
import {
  isConfigured,
  isListening,
  newSession,
  type ServerAnswer,
  type ServerCall,
  serverCommand,
} from "./server-session.ts";

/** Who else has the device's one instrumentation. */
type Borrower = "session" | "person";

interface UiServerOptions {
  readonly deviceId: string;
  /** Not guarded by any lease. */
  readonly adb: AdbDevice;
  readonly apiLevel: number;
  readonly packages: ServerPackages;
  readonly kept: KeptText;
  readonly clock: HostClock;
  readonly logger: HostLogger;
  readonly metrics: Pick<HostMetrics, "count">;
}

const startMilliseconds = 15_000;
const endMilliseconds = 2_000;
const pollMilliseconds = 50;
/** What it says as it ends is in the first. */
const mostLines = 20;
/** After so many losses within the time it is left alone until the oldest is past. */
const mostLosses = 3;
const lossesWithinMilliseconds = 5 * 60_000;
/** Whoever needed `uiautomator dump` in its place may need it again soon. */
const asideMilliseconds = 10_000;

/**
 * Appium's server on one device: it keeps its connection to Android's accessibility open, where `uiautomator dump` makes one each time. While
 * it runs, no other instrumentation can. It is started when it is asked, stopped for whoever needs the device without it, and not missed:
 * every answer may be that it is not there.
 */
export class UiServer {
  readonly own: OwnPackages;
  readonly #options: UiServerOptions;
  #adb: AdbDevice;
  /** The session that this host asks in; null: none that it knows to work. */
  #session: string | null = null;
  #changing: Promise<void> = Promise.resolve();
  #starting: Promise<string | null> | null = null;
  /** Of the instrumentation that this process started. */
  #ended: Promise<unknown> = Promise.resolve();
  #losses: number[] = [];
  #asideUntil = 0;
  readonly #borrowers = new Set<Borrower>();
  readonly #letGo = new AbortController();

  constructor(options: UiServerOptions) {
    this.#options = options;
    this.#adb = options.adb;
    this.own = new OwnPackages(options.packages, options.kept);
  }

  /** The device was attached again. */
  attached(adb: AdbDevice): void {
    this.#adb = adb;
  }

  /** It is not to be asked now, nor started. */
  get away(): boolean {
    const now = this.#options.clock.monotonic();
    this.#losses = this.#losses.filter((at) => now - at < lossesWithinMilliseconds);
    return this.#borrowers.size > 0 || now < this.#asideUntil || this.#losses.length >= mostLosses;
  }

  /** Installs it where it is missing or another, and starts it, so that the first look need not. Never throws. */
  async prepare(): Promise<void> {
    if (this.away) return;
    const { logger, deviceId } = this.#options;
    try {
      if ((await this.own.install(this.#adb)) === "installed")
        logger.info("ui server installed", { deviceId });
      await this.#running();
    } catch (error) {
      this.#lose("notInstalled", error);
    }
  }

  /** `adb`: the way to the device of whoever asks. @throws what its guard throws */
  async ask(adb: AdbDevice, call: ServerCall): Promise<ServerAnswer> {
    if (this.away) return { kind: "away" };
    const session = await this.#running();
    if (session === null) return { kind: "away" };
    try {
      const answer = await serverCommand(adb, session, call);
      if (answer.kind !== "refused" || answer.error !== "invalid session id") return answer;
      await this.#lost(session, "anotherServer");
      return { kind: "away" };
    } catch (error) {
      if (error instanceof DroverError && error.code === "LeaseLost") throw error;
      await this.#lost(session, "noAnswer", error);
      return { kind: "lost" };
    }
  }

  /** Ends it, so that `borrower` can run an instrumentation of its own. */
  async lend(borrower: Borrower): Promise<void> {
    this.#borrowers.add(borrower);
    await this.stop();
  }

  takeBack(borrower: Borrower): void {
    this.#borrowers.delete(borrower);
  }

  /** Ends it for a moment: something only `uiautomator dump` tells is asked now. */
  async standAside(): Promise<void> {
    this.#asideUntil = this.#options.clock.monotonic() + asideMilliseconds;
    await this.stop();
  }

  /** The host stops without it: what runs is found again by the next process. */
  letGo(): void {
    this.#letGo.abort();
  }

  async stop(): Promise<void> {
    await this.#starting;
    const session = this.#session ?? this.own.session;
    if (session === null) return this.#changing;
    this.#session = null;
    await this.#alone(async () => {
      const goodbye = { method: "DELETE", path: "" } as const;
      await serverCommand(this.#adb, session, { ...goodbye, deadlineMilliseconds: endMilliseconds }).catch(
        () => null,
      );
      await this.#end();
    });
  }

  async #running(): Promise<string | null> {
    await this.#changing;
    if (this.#session !== null) return this.#session;
    if (this.away) return null;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /** What an earlier process of this host left running is taken again: a second one would end it. */
  async #start(): Promise<string | null> {
    const { clock, logger, deviceId } = this.#options;
    const left = this.own.session;
    try {
      if (!(await this.own.areThere(this.#adb))) {
        this.#asideUntil = clock.monotonic() + asideMilliseconds;
        return null;
      }
      const isLeft = left !== null && (await isConfigured(this.#adb, left));
      const session = isLeft ? left : await this.#launch();
      this.#begun(session, isLeft ? "found" : "started");
      return session;
    } catch (error) {
      this.#lose("notStarted", error);
      await this.#end().catch((why: unknown) =>
        logger.warn("ui server not ended", { deviceId, why: String(why) }),
      );
      return null;
    }
  }

  async #launch(): Promise<string> {
    const { clock, apiLevel } = this.#options;
    await this.#end();
    const said: string[] = [];
    const stopped = new AbortController();
    // Android 10: Appium's driver allows its server Android's hidden interfaces by a setting instead.
    const hidden = apiLevel >= 29 ? ["--no-hidden-api-checks"] : [];
    const run = [
      "am",
      "instrument",
      "-w",
      ...hidden,
      "-e",
      "disableAnalytics",
      "true",
      // Screen readers and the like continue beside it.
      "-e",
      "DISABLE_SUPPRESS_ACCESSIBILITY_SERVICES",
      "true",
      serverRunner,
    ] as const;
    let ended = false;
    this.#ended = this.#adb
      .follow(run, (line) => void (said.length < mostLines && said.push(line)), this.#letGo.signal)
      .finally(() => {
        ended = true;
        stopped.abort();
      });
    const until = clock.monotonic() + startMilliseconds;
    while (!ended && clock.monotonic() < until) {
      if (await isListening(this.#adb)) return await newSession(this.#adb);
      await clock.wait(pollMilliseconds, stopped.signal);
    }
    throw new Error(ended ? `it ended: ${said.join(" ").slice(0, 300)}` : "it did not respond in time");
  }

  #begun(session: string, event: "started" | "found"): void {
    const { logger, metrics, deviceId } = this.#options;
    this.#session = session;
    this.own.session = session;
    metrics.count("drover_ui_server_total", { event });
    logger.info("ui server", { deviceId, event });
  }

  async #lost(session: string, event: "noAnswer" | "anotherServer", error?: unknown): Promise<void> {
    // Whoever asked beside has told it already.
    if (this.#session !== session) return this.#changing;
    this.#session = null;
    this.#lose(event, error);
    await this.#alone(() => this.#end());
  }

  #lose(event: "noAnswer" | "anotherServer" | "notStarted" | "notInstalled", error?: unknown): void {
    const { logger, metrics, deviceId, clock } = this.#options;
    this.#losses.push(clock.monotonic());
    metrics.count("drover_ui_server_total", { event });
    const rests = this.#losses.length >= mostLosses;
    logger.warn("ui server lost", {
      deviceId,
      event,
      rests,
      error: error === undefined ? null : String(error),
    });
  }

  /** It holds what `uiautomator dump` needs: both packages are stopped. @throws the transport's errors */
  async #end(): Promise<void> {
    const { clock } = this.#options;
    this.own.session = null;
    await this.#adb.write([am.forceStop(serverPackage), am.forceStop(testPackage)]);
    const patience = new AbortController();
    await Promise.race([this.#ended, clock.wait(endMilliseconds, patience.signal)]);
    patience.abort();
  }

  /** Whoever wants to use or replace it waits until that is done. Never throws: a device that is gone has no server. */
  #alone(change: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(change).catch(() => {});
    return this.#changing;
  }
}

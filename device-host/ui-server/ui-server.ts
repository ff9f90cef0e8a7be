import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am } from "../adb/android-commands.ts";
import { type HttpRequest, type HttpResponse, httpOverAdb } from "../adb/http-over-adb.ts";
import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import type { HostMetrics } from "../host-metrics.ts";
import { type KeptText, OwnPackages } from "./own-packages.ts";
import { type ServerPackages, serverPackage, serverRunner, testPackage } from "./server-packages.ts";

/** What became of a request. */
export type ServerAnswer =
  | { readonly kind: "value"; readonly value: unknown }
  /** The server's own refusal, by W3C's name of the error. */
  | { readonly kind: "refused"; readonly error: string }
  /** It does not run here now: nothing was asked. */
  | { readonly kind: "away" }
  /** It was asked and did not answer: what was asked for may have been done. */
  | { readonly kind: "lost" };

export interface ServerCall extends HttpRequest {
  readonly deadlineMilliseconds?: number;
  /** It changes the device: the lease is checked first. */
  readonly acts?: boolean;
}

/** Who else has the device's one instrumentation. */
type Borrower = "session" | "person";

export interface UiServerOptions {
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

const port = 6_790;
/** A picture as base64 is larger than the picture, which is under 10 MB. */
const maximumBytes = 24 * 1_048_576;
const answerMilliseconds = 5_000;
const startMilliseconds = 15_000;
const endMilliseconds = 2_000;
const pollMilliseconds = 50;
/** After so many losses within the time it is left alone until the oldest is past. */
const mostLosses = 3;
const lossesWithinMilliseconds = 5 * 60_000;
/** Whoever needed `uiautomator dump` in its place may need it again soon. */
const asideMilliseconds = 10_000;

/** The host compares two trees itself, which tells more than the server's wait for events. */
const settings = { waitForIdleTimeout: 0 };

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
      const answer = await this.#command(adb, session, call);
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
      await this.#command(this.#adb, session, { ...goodbye, deadlineMilliseconds: endMilliseconds }).catch(
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
      const isLeft = left !== null && (await this.#configured(left));
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
      serverRunner,
    ] as const;
    let ended = false;
    this.#ended = this.#adb
      .follow(run, (line) => void said.push(line), this.#letGo.signal)
      .finally(() => {
        ended = true;
        stopped.abort();
      });
    const until = clock.monotonic() + startMilliseconds;
    while (!ended && clock.monotonic() < until) {
      if (await this.#listens()) return await this.#newSession();
      await clock.wait(pollMilliseconds, stopped.signal);
    }
    throw new Error(ended ? `it ended: ${said.join(" ").slice(0, 300)}` : "it did not respond in time");
  }

  async #listens(): Promise<boolean> {
    const limits = { deadlineMilliseconds: answerMilliseconds, maximumBytes };
    const status = { method: "GET", path: "/status" } as const;
    return httpOverAdb(this.#adb, port, status, limits).then(
      (response) => response.status === 200,
      () => false,
    );
  }

  async #newSession(): Promise<string> {
    const limits = { deadlineMilliseconds: answerMilliseconds, maximumBytes };
    const body = { capabilities: { firstMatch: [{ platformName: "Android" }], alwaysMatch: {} } };
    const begun = await httpOverAdb(this.#adb, port, { method: "POST", path: "/session", body }, limits);
    const { sessionId } = Object(Object(begun.json).value) as { readonly sessionId?: unknown };
    if (typeof sessionId !== "string" || !/^[\w-]{1,100}$/.test(sessionId))
      throw new Error(`it began no session (${begun.status})`);
    if (await this.#configured(sessionId)) return sessionId;
    throw new Error("it refused the settings");
  }

  /** False: no server of that session runs. */
  async #configured(session: string): Promise<boolean> {
    const call = { method: "POST", path: "/appium/settings", body: { settings } } as const;
    const answer = await this.#command(this.#adb, session, call).catch(() => null);
    return answer?.kind === "value";
  }

  async #command(
    adb: AdbDevice,
    session: string,
    { deadlineMilliseconds = answerMilliseconds, acts = false, ...request }: ServerCall,
  ): Promise<ServerAnswer> {
    const path = `/session/${session}${request.path}`;
    const options = { deadlineMilliseconds, maximumBytes, acts };
    return answerOf(await httpOverAdb(adb, port, { ...request, path }, options));
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

  /** It holds what `uiautomator dump` needs: whatever is left of it goes. @throws the transport's errors */
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

function answerOf({ status, json }: HttpResponse): ServerAnswer {
  const { value } = Object(json) as { readonly value?: unknown };
  if (status === 200) return { kind: "value", value: value ?? null };
  const { error } = Object(value) as { readonly error?: unknown };
  return { kind: "refused", error: typeof error === "string" ? error.slice(0, 100) : `status ${status}` };
}

import type { Subscriber, TelephoneExchange } from "./telephone-exchange.ts";
import { sameNumber } from "./telephone-exchange.ts";

export interface PhoneCall {
  readonly number: string;
  readonly direction: "incoming" | "outgoing";
  readonly state: "ringing" | "dialing" | "active" | "held";
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly muted: boolean;
  readonly speaker: boolean;
}

/** android.provider.CallLog.Calls.*_TYPE */
export const CALL_TYPE = { incoming: 1, outgoing: 2, missed: 3, rejected: 5 } as const;
/** android.provider.Telephony.Sms.MESSAGE_TYPE_* */
export const MESSAGE_TYPE = { inbox: 1, sent: 2, draft: 3, outbox: 4, failed: 5 } as const;

/** Where telephony keeps what was said and called, and how the phone hears of it. */
export interface TelephonyStore {
  now(): number;
  isOnAir(): boolean;
  addMessage(message: { readonly address: string; readonly body: string; readonly type: number }): void;
  addCall(call: PhoneCall, type: number): void;
  /** Calls have come, changed or gone. */
  callsChanged(calls: readonly PhoneCall[]): void;
}

/** So long rings a number behind which there is no other phone of this server before somebody takes the call. */
const strangersAnswerAfterMilliseconds = 4_000;

/** The one place through which messages and calls come and go: apps, the console, tests and the other phones of a server. */
export class Telephony implements Subscriber {
  readonly number: string;
  readonly #store: TelephonyStore;
  readonly #exchange: TelephoneExchange;
  #calls: readonly PhoneCall[] = [];
  readonly #begun: PhoneCall[] = [];

  constructor(number: string, store: TelephonyStore, exchange: TelephoneExchange) {
    this.number = number;
    this.#store = store;
    this.#exchange = exchange;
    exchange.connect(this);
  }

  get isReachable(): boolean {
    return this.#store.isOnAir();
  }

  get calls(): readonly PhoneCall[] {
    return this.#calls.map((call) => this.#settled(call));
  }

  /** From a snapshot: no listener is called. */
  set calls(calls: readonly PhoneCall[]) {
    this.#calls = calls;
    this.#begun.push(...calls);
  }

  /** Every call that there was, as it began. */
  get begun(): readonly PhoneCall[] {
    return this.#begun;
  }

  receiveMessage({ from, text }: { readonly from: string; readonly text: string }): void {
    this.#store.addMessage({ address: from, body: text, type: MESSAGE_TYPE.inbox });
  }

  /** False when it could not go out, as in airplane mode; it is kept as failed. */
  sendMessage(to: string, text: string): boolean {
    const sent = this.isReachable;
    this.#store.addMessage({
      address: to,
      body: text,
      type: sent ? MESSAGE_TYPE.sent : MESSAGE_TYPE.failed,
    });
    if (sent) this.#reachable(to)?.receiveMessage({ from: this.number, text });
    return sent;
  }

  receiveCall({ from }: { readonly from: string }): boolean {
    const call = newCall(from, "incoming", this.#store.now());
    if (this.#calls.length > 0 || !this.isReachable) {
      this.#store.addCall(call, CALL_TYPE.missed);
      return false;
    }
    this.#begin(call);
    return true;
  }

  /** False: the call could not be made. */
  dial(number: string): boolean {
    if (number.trim() === "" || this.#calls.length > 0) return false;
    const call = newCall(number, "outgoing", this.#store.now());
    const other = this.#exchange.find(number);
    const connected =
      this.isReachable &&
      (other === null || (other !== this && other.isReachable && other.receiveCall({ from: this.number })));
    if (connected) this.#begin(call);
    else this.#store.addCall(call, CALL_TYPE.outgoing);
    return connected;
  }

  answer(): void {
    const ringing = this.#calls.find(({ state }) => state === "ringing");
    if (ringing === undefined) return;
    this.#replace(ringing, { state: "active", answeredAt: this.#store.now() });
    this.#reachable(ringing.number)?.remoteAnswers(this.number);
  }

  /** Ends, or refuses, every call. */
  hangUp(): void {
    for (const call of this.calls) {
      this.#end(call, call.state === "ringing" ? CALL_TYPE.rejected : endedType(call));
      this.#reachable(call.number)?.remoteHangsUp(this.number);
    }
  }

  setCall(change: Partial<Pick<PhoneCall, "muted" | "speaker" | "state">>): void {
    const [call] = this.calls;
    if (call !== undefined) this.#replace(call, change);
  }

  remoteAnswers(number: string): void {
    const call = this.find(number);
    if (call === null) return;
    this.#replace(call, { state: "active", answeredAt: call.answeredAt ?? this.#store.now() });
  }

  remoteHangsUp(number: string): void {
    const call = this.find(number);
    if (call !== null) this.#end(call, call.state === "ringing" ? CALL_TYPE.missed : endedType(call));
  }

  find(number: string): PhoneCall | null {
    return this.calls.find((call) => sameNumber(call.number, number)) ?? null;
  }

  /** The phone is switched off. */
  close(): void {
    this.#exchange.disconnect(this);
  }

  #begin(call: PhoneCall): void {
    this.#begun.push(call);
    this.#change([call]);
  }

  #reachable(number: string): Subscriber | null {
    const other = this.#exchange.find(number);
    return other === null || other === this || !other.isReachable ? null : other;
  }

  #settled(call: PhoneCall): PhoneCall {
    if (call.state !== "dialing" || this.#reachable(call.number) !== null) return call;
    const answeredAt = call.startedAt + strangersAnswerAfterMilliseconds;
    return this.#store.now() < answeredAt ? call : { ...call, state: "active", answeredAt };
  }

  #end(call: PhoneCall, type: number): void {
    this.#store.addCall(call, type);
    this.#change(this.#calls.filter((one) => one.startedAt !== call.startedAt || one.number !== call.number));
  }

  #replace(call: PhoneCall, change: Partial<PhoneCall>): void {
    this.#change(this.calls.map((one) => (one.number === call.number ? { ...one, ...change } : one)));
  }

  #change(calls: readonly PhoneCall[]): void {
    this.#calls = calls;
    this.#store.callsChanged(calls);
  }
}

const endedType = ({ direction }: PhoneCall): number =>
  direction === "incoming" ? CALL_TYPE.incoming : CALL_TYPE.outgoing;

const newCall = (number: string, direction: PhoneCall["direction"], startedAt: number): PhoneCall => ({
  number,
  direction,
  state: direction === "incoming" ? "ringing" : "dialing",
  startedAt,
  answeredAt: null,
  muted: false,
  speaker: false,
});

/** Whole seconds that the parties could speak. */
export function talkSeconds(call: PhoneCall, now: number): number {
  return call.answeredAt === null ? 0 : Math.max(0, Math.floor((now - call.answeredAt) / 1_000));
}

/** What the network does to a phone. */
export interface Subscriber {
  readonly number: string;
  /** False in airplane mode. */
  readonly isReachable: boolean;
  receiveMessage(message: { readonly from: string; readonly text: string }): void;
  /** False: the line is busy. */
  receiveCall(call: { readonly from: string }): boolean;
  remoteAnswers(number: string): void;
  remoteHangsUp(number: string): void;
}

/** Emulators number themselves by their port: 5554 is +1 555 521 5554. */
export function phoneNumberOf(serial: string): string {
  const port = /(\d{4})\d*$/.exec(serial)?.[1] ?? "5554";
  return `+1555521${port}`;
}

/** Two spellings of one number: with or without the country's code, with spaces, or the port alone as emulators take it. */
export function sameNumber(one: string, other: string): boolean {
  const [first, second] = [dialled(one), dialled(other)];
  if (first === "" || second === "") return one === other;
  return first === second || (Math.min(first.length, second.length) >= 7 && tail(first) === tail(second));
}

function dialled(number: string): string {
  const digits = number.replaceAll(/[^\d*#]/g, "");
  return /^\d{4}$/.test(digits) ? `1555521${digits}` : digits;
}

const tail = (digits: string): string => digits.slice(-7);

/** Connects the phones of one server: whoever dials another's number reaches it. */
export class TelephoneExchange {
  readonly #subscribers = new Set<Subscriber>();

  connect(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  disconnect(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  find(number: string): Subscriber | null {
    return [...this.#subscribers].find((one) => sameNumber(one.number, number)) ?? null;
  }
}

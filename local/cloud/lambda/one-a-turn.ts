import type { WireRequest, WireService } from "#shared/http/wire.ts";

/** As long as two functions take: when the others had the loop for so long, one more is started. */
const shareMilliseconds = 6;
const mostAtOnce = 100;
/** A request of the API takes a third of what a function does, and somebody waits for it. */
const askedPerFunction = 3;
/** Whoever asks the API waits for some ten turns. */
const longestTurnMilliseconds = 50;
/** For so long nothing is started while connections come. */
const longestWayMilliseconds = 25;

/** `asked`: of the API; `begins` and `goesOn`: functions of a state machine. */
type LineName = "asked" | "begins" | "goesOn";

/** False: nobody waited for it any more, and the turn is the next one's. */
type Start = () => boolean;

export interface Turns {
  /** Has `start` called when its turn has come. */
  take(line: LineName, start: Start): void;
  /** A connection came: there may be more, and Node accepts one in a turn. */
  giveWay(): void;
}

/**
 * Starts one request in each turn of the event loop, so that whoever else needs the process gets it in between: hundreds of
 * jobs ask for their functions at once, and each function takes milliseconds. When a turn was long, because the others want more
 * than there is, as many as keep half of the time; when it was far too long, fewer than before. Requests of the API and functions take
 * turns, and among these those that begin something and those that continue: whoever begins is not behind all that is under way.
 */
export function takeTurns(monotonic: () => number = () => performance.now()): Turns {
  const lines = { asked: new Line(), begins: new Line(), goesOn: new Line() };
  let [next, after] = [lines.begins, lines.goesOn];
  let asked = 0;
  let isScheduled = false;
  let turnedAt = 0;
  let due = 1;
  let mayCome = false;
  const startFunction = (): boolean => {
    [next, after] = [after, next];
    return next.start() || after.start();
  };
  const startNext = (): boolean => {
    if (asked < askedPerFunction && lines.asked.start()) {
      asked += 1;
      return true;
    }
    asked = 0;
    return startFunction() || lines.asked.start();
  };
  const turn = (): void => {
    const now = monotonic();
    const givesWay = mayCome && now - turnedAt < longestWayMilliseconds;
    mayCome = false;
    if (!givesWay) {
      due = dueAfter(now - turnedAt, due);
      turnedAt = now;
      for (let started = 0; started < due && isScheduled; started += 1) isScheduled = startNext();
    }
    if (isScheduled) setImmediate(turn);
  };
  return {
    take(name, start) {
      lines[name].add(start);
      if (isScheduled) return;
      isScheduled = true;
      turnedAt = monotonic();
      setImmediate(turn);
    },
    giveWay() {
      mayCome = true;
    },
  };
}

function dueAfter(milliseconds: number, started: number): number {
  const share =
    milliseconds > longestTurnMilliseconds
      ? (started * longestTurnMilliseconds) / milliseconds
      : milliseconds / shareMilliseconds;
  return Math.min(mostAtOnce, Math.max(1, Math.floor(share)));
}

/** Each request of the service in its turn. */
export const oneATurn =
  (
    service: WireService,
    begins: (request: WireRequest) => boolean,
    turns: Pick<Turns, "take">,
  ): WireService =>
  (request) =>
    new Promise((resolve, reject) => {
      turns.take(begins(request) ? "begins" : "goesOn", () => {
        void service(request).then(resolve, reject);
        return true;
      });
    });

interface Waiting {
  readonly start: Start;
  next?: Waiting;
}

/** First in, first out, however long it is. It holds nothing of what has started, even when it is never empty. */
class Line {
  #first: Waiting | undefined;
  #last: Waiting | undefined;

  add(start: Start): void {
    const waiting = { start };
    if (this.#last === undefined) this.#first = waiting;
    else this.#last.next = waiting;
    this.#last = waiting;
  }

  /** False: nobody waits in it. */
  start(): boolean {
    while (this.#first !== undefined) {
      const { start, next } = this.#first;
      this.#first = next;
      if (next === undefined) this.#last = undefined;
      if (start()) return true;
    }
    return false;
  }
}

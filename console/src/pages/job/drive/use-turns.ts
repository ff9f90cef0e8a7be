import { ApiProblem } from "@drover/client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TurnPoll, TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import type { TurnAnswer } from "#shared/contracts/workflow/turn.ts";
import { useClient } from "../../../api/use-api.ts";

/** The API holds a question for a turn so long; a page that has one looks at it again now and then. */
const waitSeconds = 20;
const lookMilliseconds = 5_000;
const afterFailureMilliseconds = 3_000;

type Actions = TurnAnswer["actions"];

export interface Turns {
  /** The one to be taken; undefined while there is none. */
  readonly turn: TurnResponse | undefined;
  /** What was chosen is being done. */
  readonly busy: boolean;
  /** Why the last answer was not taken, or the turn cannot be read. */
  readonly problem: unknown;
  readonly take: (actions: Actions) => Promise<void>;
  readonly giveUp: (reason: string) => Promise<void>;
}

/** A person's turns at a job, one after the other: each is answered once, however often somebody clicks. */
export function useTurns(jobId: string): Turns {
  const client = useClient();
  const [turn, setTurn] = useState<TurnResponse>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const held = useRef<TurnResponse>(undefined);
  const sending = useRef(false);
  const hold = useCallback(({ turn: next }: Pick<TurnPoll, "turn">) => {
    // The same turn with newer links is the same picture.
    if (held.current?.turnId === next?.turnId && next?.status === held.current?.status) return;
    held.current = next ?? undefined;
    setTurn(held.current);
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const look = async (): Promise<void> => {
      let isLost = false;
      while (!signal.aborted) {
        try {
          const wait = held.current === undefined ? waitSeconds : 0;
          const poll = await client.readTurn({ id: jobId, query: { wait, tree: "true" }, signal });
          if (!sending.current) hold(poll);
          if (isLost) setProblem(null);
          isLost = false;
          if (poll.job.status === "finished") return;
          if (held.current !== undefined || sending.current) await rest(lookMilliseconds, signal);
        } catch (error) {
          if (signal.aborted) return;
          isLost = true;
          setProblem(error);
          await rest(afterFailureMilliseconds, signal);
        }
      }
    };
    void look();
    return () => stop.abort();
  }, [client, hold, jobId]);
  const send = async (how: (turnId: string) => Promise<TurnPoll | undefined>): Promise<void> => {
    const now = held.current;
    // A second click comes before the first has been drawn as busy.
    if (now === undefined || sending.current) return;
    sending.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const next = await how(now.turnId);
      hold(next ?? { turn: null });
    } catch (error) {
      setProblem(error);
      // It was late, or somebody else took it: what is there now is shown with why.
      const poll = await client.readTurn({ id: jobId, query: { tree: "true" } }).catch(() => undefined);
      if (poll !== undefined && !isWrongAnswer(error)) hold(poll);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const take = (actions: Actions): Promise<void> =>
    send(async (turnId) => {
      const query = { wait: waitSeconds, tree: "true" } as const;
      const answered = await client.answerTurn({ id: jobId, turnId, query, body: { actions } });
      if (answered.status === "denied")
        setProblem(new Error(answered.reason ?? "The job's policy forbids it."));
      return answered.next;
    });
  const giveUp = (reason: string): Promise<void> =>
    send(async (turnId) => {
      await client.failTurn({ id: jobId, turnId, body: { reason } });
      return undefined;
    });
  return { turn, busy, problem, take, giveUp };
}

/** The turn stands, and can be answered otherwise. */
const isWrongAnswer = (error: unknown): boolean => error instanceof ApiProblem && error.status === 400;

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

import { useState } from "react";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { useApi, useClient } from "../../api/use-api.ts";

type WithoutId<Action> = Action extends UIAction ? Omit<Action, "action_id" | "max_retries"> : never;
export type HandAction = WithoutId<UIAction>;

export interface DeviceHand {
  readonly tree: SemanticUITree | undefined;
  readonly busy: boolean;
  /** Why the last one did nothing. */
  readonly wrong: string | undefined;
  readonly error: unknown;
  readonly act: (action: HandAction) => Promise<void>;
}

const everyMilliseconds = 2_000;

/** A person's hand on a device: one action after the other, on the elements that its screen has now. */
export function useDeviceHand(deviceId: string, onDone: () => void): DeviceHand {
  const client = useClient();
  const seen = useApi("readUiTree", { id: deviceId }, { everyMilliseconds });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const act = async (action: HandAction): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    setError(null);
    try {
      const body = { ...action, action_id: `console-${crypto.randomUUID()}` } as UIAction;
      const result = await client.executeAction({ id: deviceId, body });
      if (!result.success) setWrong(result.error ?? "The action failed.");
    } catch (problem) {
      setError(problem);
    } finally {
      // The screen may still move when the action is answered: what it led to is looked at again.
      await seen.refetch();
      setBusy(false);
      onDone();
    }
  };
  return { tree: seen.data, busy, wrong, error: error ?? seen.error, act };
}

import { callbackKey, callbackOf, callbackPrefix } from "../../contracts/farm/keys.ts";
import { type CallbackId, StoredCallback } from "../../contracts/job/callback.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { Artifacts } from "./artifacts.ts";

export interface CallbackKey {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly callbackId: CallbackId;
}

const keyOf = ({ tenantId, jobId, callbackId }: CallbackKey): string =>
  callbackKey(tenantId, jobId, callbackId);

/** The task tokens of jobs that wait for a person or a check, each its own object until it is used. */
export const createCallbackStore = (artifacts: Artifacts) => ({
  /** A state that is entered again brings a new token, which takes the old one's place. */
  async keep(callback: CallbackKey, taskToken: string): Promise<void> {
    const stored: StoredCallback = { schemaVersion: 1, taskToken };
    await artifacts.put(keyOf(callback), JSON.stringify(stored), "application/json");
  },

  /** Null: nothing waits under this name, or not yet. */
  async tokenOf(callback: CallbackKey): Promise<string | null> {
    try {
      return (await artifacts.getJson(keyOf(callback), StoredCallback)).taskToken;
    } catch (error) {
      if (error instanceof DroverError && error.code === "NotFound") return null;
      throw error;
    }
  },

  forget: (callback: CallbackKey): Promise<void> => artifacts.remove(keyOf(callback)),

  /** All that wait, of one tenant. */
  async list(tenantId: TenantId): Promise<readonly CallbackKey[]> {
    const keys = await artifacts.list(callbackPrefix(tenantId));
    return keys.flatMap((key) => {
      const callback = callbackOf(key);
      return callback === null ? [] : [{ tenantId, ...callback }];
    });
  },
});

export type CallbackStore = ReturnType<typeof createCallbackStore>;

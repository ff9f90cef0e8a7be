import type { BuiltInAction } from "#shared/actions/built-in-actions.ts";

/** What a host is told to do: coordinates are normalised. */
export type DeviceAction = BuiltInAction<"device">;

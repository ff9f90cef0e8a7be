/** Codes of failures that are the farm's and may have passed: they say nothing of the screen or the app. */
export const farmFaults: ReadonlySet<string> = new Set(
  `HostTimeout ModelTimeout ModelOverloaded AllowanceUsed ModelUnavailable DeviceDisconnected DeviceOffline DeviceUnauthorized
  DeviceTimeout DeviceStorageFull DeviceNotClean AdbServerLost DeviceNotBooted ScreenFrozen NoNetwork LeaseLost NoScreenSource
  ScreenshotCorrupt TreeUnavailable TreeCorrupt SnapshotFailed HostDraining StorageUnavailable CommandUndelivered`.split(
    /\s+/,
  ),
);

/**
 * What this server and its phones announce. Only what is done here: no `abb`, `sendrecv_v2`, `apex` or compression, so
 * clients fall back to `cmd` over exec and to plain sync.
 */
export const announcedFeatures = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"] as const;

import { ConstantBackoff, handleAll, retry } from "cockatiel";

const halfAMinute = retry(handleAll, { maxAttempts: 150, backoff: new ConstantBackoff(200) });

/** Asks a server that was started until it answers. @throws its last error */
export const untilReady = (ask: () => Promise<unknown>): Promise<unknown> => halfAMinute.execute(ask);

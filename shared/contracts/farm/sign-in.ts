/**
 * Where the command waits for the browser that comes back from an issuer. Some issuers, Amazon Cognito among them, compare the whole
 * address, so it is one of these and no port of the system's choosing; they lie below those that systems give away.
 */
export const callbackPorts: readonly number[] = [28_476, 28_477, 28_478];
export const callbackPath = "/signed-in";
/** Cognito takes http for this name alone. */
export const callbackAddress = (port: number): string => `http://localhost:${port}${callbackPath}`;

/**
 * Takes the place of the SDK's chain in the functions' bundles: Lambda puts the role's keys into the environment, where
 * aws-config-from-environment.ts reads them. The chain would bring clients of four sign-in services along.
 */
export const defaultProvider = () => async (): Promise<never> => {
  throw new Error("A function has the keys of its role in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
};

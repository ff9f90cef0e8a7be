import type { Stack } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/** Of the pages that Drover's own user pool signs people in on: known before the pool is there. */
export const signInPrefix = ({ account }: Stack, { stage }: Settings): string => `drover-${stage}-${account}`;

/** Which origins the console may ask to sign somebody in. */
export function signInOrigins(stack: Stack, settings: Settings): readonly string[] {
  const { jwtIssuer, consoleSignInOrigins } = settings;
  if (jwtIssuer !== undefined) return [...new Set([new URL(jwtIssuer).origin, ...consoleSignInOrigins])];
  const { region } = stack;
  return [
    `https://cognito-idp.${region}.amazonaws.com`,
    `https://${signInPrefix(stack, settings)}.auth.${region}.amazoncognito.com`,
  ];
}

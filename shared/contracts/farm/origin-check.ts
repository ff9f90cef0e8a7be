/**
 * What CloudFront adds to each request that it hands on, and the function compares: the API answers through the deployment's address alone
 * (docs/decisions/0275-the-api-answers-through-its-address-alone.md). Without the variable, as on one machine, nothing is compared.
 */
export const originHeader = "x-drover-origin";
export const originSecretVariable = "DROVER_ORIGIN_SECRET";

import type { JobCost } from "./aws-prices.ts";

/** A job of so many steps; a model's answer takes so long, and PredictAction waits for it. */
export const measuredSteps = 15;
export const measuredModelSeconds = 3;

/** Measured and written by `npm run bench:cost -- --write`, which writes the table of docs/cost.md too. */
export const measuredCost: JobCost = {
  job: {
    transition: 76.375,
    lambdaRequest: 38.625,
    lambdaGigabyteSecond: 30.8334,
    readUnit: 197.333,
    writeUnit: 218.458,
    s3Put: 54.125,
    s3Get: 17.125,
    s3GigabyteMonth: 0.000888762,
    queueRequest: 48.375,
    apiRequest: 1,
    logGigabyte: 0.00000829279,
  },
  step: {
    transition: 4.375,
    lambdaRequest: 2.29167,
    lambdaGigabyteSecond: 1.9962,
    readUnit: 13,
    writeUnit: 11.4583,
    s3Put: 3.125,
    s3Get: 1.125,
    s3GigabyteMonth: 0.0000598649,
    queueRequest: 2.70833,
    apiRequest: 0,
    logGigabyte: 4.26992e-7,
  },
  batchJob: {
    transition: 6,
    lambdaRequest: 1.22222,
    lambdaGigabyteSecond: 0.701389,
    readUnit: 8.72222,
    writeUnit: 10.8889,
    s3Put: 0,
    s3Get: 2,
    s3GigabyteMonth: 0.00000128047,
    queueRequest: 2.33333,
    apiRequest: -1,
    logGigabyte: 1.36697e-7,
  },
};

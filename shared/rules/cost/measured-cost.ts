import type { JobCost } from "./aws-prices.ts";

/** A job of so many steps; a model's answer takes so long, and PredictAction waits for it. */
export const measuredSteps = 15;
export const measuredModelSeconds = 3;

/** Measured and written by `npm run bench:cost -- --write`, which writes the table of docs/cost.md too. */
export const measuredCost: JobCost = {
  job: {
    transition: 76.375,
    lambdaRequest: 38.25,
    lambdaGigabyteSecond: 27.6787,
    readUnit: 195.833,
    writeUnit: 216.438,
    s3Put: 54.125,
    s3Get: 17.125,
    s3GigabyteMonth: 0.00088623,
    queueRequest: 41.0625,
    apiRequest: 1,
    logGigabyte: 0.00000828204,
  },
  step: {
    transition: 4.375,
    lambdaRequest: 2.25,
    lambdaGigabyteSecond: 1.71726,
    readUnit: 12.8333,
    writeUnit: 11.2708,
    s3Put: 3.125,
    s3Get: 1.125,
    s3GigabyteMonth: 0.0000596589,
    queueRequest: 2.22917,
    apiRequest: 0,
    logGigabyte: 4.26177e-7,
  },
  batchJob: {
    transition: 6,
    lambdaRequest: 1,
    lambdaGigabyteSecond: -0.0469444,
    readUnit: 9.11111,
    writeUnit: 10.6667,
    s3Put: 0,
    s3Get: 2,
    s3GigabyteMonth: 0.00000121827,
    queueRequest: 3.11111,
    apiRequest: -1,
    logGigabyte: 1.36387e-7,
  },
};

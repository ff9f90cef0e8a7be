import type { JobCost } from "./aws-prices.ts";

/** A job of so many steps; a model's answer takes so long, and PredictAction waits for it. */
export const measuredSteps = 15;
export const measuredModelSeconds = 3;

/** Measured and written by `npm run bench:cost -- --write`, which writes the table of docs/cost.md too. */
export const measuredCost: JobCost = {
  job: {
    transition: 76.375,
    lambdaRequest: 38.25,
    lambdaGigabyteSecond: 27.7196,
    readUnit: 193.375,
    writeUnit: 238.896,
    s3Put: 54.125,
    s3Get: 17.125,
    s3GigabyteMonth: 0.000885894,
    queueRequest: 40.5,
    apiRequest: 1,
    logGigabyte: 0.00000828157,
  },
  step: {
    transition: 4.375,
    lambdaRequest: 2.25,
    lambdaGigabyteSecond: 1.72879,
    readUnit: 12.7083,
    writeUnit: 12.0625,
    s3Put: 3.125,
    s3Get: 1.125,
    s3GigabyteMonth: 0.0000596216,
    queueRequest: 2.16667,
    apiRequest: 0,
    logGigabyte: 4.26332e-7,
  },
  batchJob: {
    transition: 6,
    lambdaRequest: 1,
    lambdaGigabyteSecond: -0.00388889,
    readUnit: 7.44444,
    writeUnit: 3.44444,
    s3Put: 0,
    s3Get: 2,
    s3GigabyteMonth: 0.00000122355,
    queueRequest: 1,
    apiRequest: -1,
    logGigabyte: 1.61015e-7,
  },
};

/**
 * A report's data stand in its page as base64 in elements that nobody runs (`<script type="text/plain">`), JSON packed with gzip:
 * of these letters no browser can make markup, whatever a device showed.
 */
export const reportBlock = {
  index: "drover-index",
  job: (jobId: string): string => `drover-job-${jobId}`,
  picture: (name: string): string => `drover-picture-${name}`,
} as const;

/** Where a site keeps what a one-file report has inside, from its front page. */
export const sitePaths = {
  picture: (name: string): string => `pictures/${name}`,
  job: (jobId: string): string => `jobs/${jobId}.html`,
} as const;

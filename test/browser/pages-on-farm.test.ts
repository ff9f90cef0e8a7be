// Pages of a farm with phones, all on one farm (docs/decisions/0344-tests-that-share-a-farm-share-a-file.md). The first finds it
// without any job.
import "./on-farm/live-jobs.ts";
import "./on-farm/drive-page.ts";
import "./on-farm/person-pages.ts";
import "./on-farm/failed-checks.ts";

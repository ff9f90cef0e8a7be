// What kills nothing of a farm and needs no options of it, on one farm (docs/decisions/0344-tests-that-share-a-farm-share-a-file.md): to start
// one takes as long as two jobs. The first finds it without any job, and its phones as they came.
import "./on-farm/documented-turn.ts";
import "./on-farm/agent-serve.ts";
import "./on-farm/side-by-side.ts";
import "./on-farm/mcp-policy.ts";
import "./on-farm/python-client.ts";

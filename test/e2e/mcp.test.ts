// On a farm of its own: it lists all of the farm's jobs.
import "./on-farm/mcp.ts";

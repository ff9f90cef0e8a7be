/** Imported by a server under measurement: it tells its memory to the process that started it, whenever that asks. */
process.on("message", () => process.send?.(process.memoryUsage()));
process.channel?.unref();

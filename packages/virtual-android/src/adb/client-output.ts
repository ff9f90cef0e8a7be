import type { Socket } from "node:net";

/** The way back to one client. Faults wrap it; services know nothing of them. */
export interface ClientOutput {
  write(data: Uint8Array): void;
  /** Resolves when the client has room again, or is gone. */
  drained(): Promise<void>;
  /** Says there is no more; what was written still arrives. */
  end(): void;
}

export function socketOutput(socket: Socket): ClientOutput {
  return {
    write: (data) => {
      if (!socket.writable) return;
      // One service writes many small pieces in a row: corked, they leave as one segment.
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      socket.write(data);
    },
    drained: () => {
      if (!socket.writableNeedDrain || socket.destroyed) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          socket.off("drain", done);
          socket.off("close", done);
          resolve();
        };
        socket.on("drain", done);
        socket.on("close", done);
      });
    },
    end: () => {
      socket.end();
    },
  };
}

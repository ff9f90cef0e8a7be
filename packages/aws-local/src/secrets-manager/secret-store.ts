import { randomBytes } from "node:crypto";
import type { Database, FileSchema } from "../sqlite/database.ts";
import type { Seal } from "./sealed-value.ts";

export const secretSchema: FileSchema = {
  version: 1,
  tables: `
    CREATE TABLE IF NOT EXISTS secrets (
      name TEXT PRIMARY KEY, arn TEXT NOT NULL UNIQUE, description TEXT NOT NULL, deletedAt INTEGER, goneAt INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS versions (
      arn TEXT NOT NULL, versionId TEXT NOT NULL, stage TEXT NOT NULL, createdAt INTEGER NOT NULL, sealed BLOB NOT NULL,
      PRIMARY KEY (arn, versionId)
    ) STRICT;`,
};

export interface StoredSecret {
  readonly name: string;
  readonly arn: string;
  /** Milliseconds; null when it is not to be deleted. */
  readonly deletedAt: number | null;
}

export interface SecretVersion {
  readonly versionId: string;
  readonly stage: "AWSCURRENT" | "AWSPREVIOUS" | "";
  /** Milliseconds. */
  readonly createdAt: number;
  readonly value: string;
}

type VersionRow = Omit<SecretVersion, "value"> & { readonly sealed: Uint8Array };

/** Six random characters end an ARN, so that a name used again is another secret. */
const suffix = (): string => randomBytes(8).toString("base64url").replace(/[-_]/g, "x").slice(0, 6);

/** Secrets and their versions in one file; the values sealed. */
export function createSecretStore(database: Database, seal: Seal, arnPrefix: string) {
  const opened = (arn: string, row: VersionRow): SecretVersion => ({
    versionId: row.versionId,
    stage: row.stage,
    createdAt: row.createdAt,
    value: seal.open(row.sealed, `${arn} ${row.versionId}`),
  });

  return {
    /** By its name or its ARN. What is past its recovery window goes first. */
    find(id: string, now: number): StoredSecret | undefined {
      database.transaction(() => {
        database.run("DELETE FROM versions WHERE arn IN (SELECT arn FROM secrets WHERE goneAt <= ?)", now);
        database.run("DELETE FROM secrets WHERE goneAt <= ?", now);
      });
      return database.get<StoredSecret>(
        "SELECT name, arn, deletedAt FROM secrets WHERE name = ? OR arn = ?",
        id,
        id,
      );
    },

    create(name: string, description: string): StoredSecret {
      const arn = `${arnPrefix}:secret:${name}-${suffix()}`;
      database.run("INSERT INTO secrets (name, arn, description) VALUES (?, ?, ?)", name, arn, description);
      return { name, arn, deletedAt: null };
    },

    version({ arn }: StoredSecret, versionId: string): SecretVersion | undefined {
      const row = database.get<VersionRow>(
        "SELECT versionId, stage, createdAt, sealed FROM versions WHERE arn = ? AND versionId = ?",
        arn,
        versionId,
      );
      return row && opened(arn, row);
    },

    staged({ arn }: StoredSecret, stage: "AWSCURRENT" | "AWSPREVIOUS"): SecretVersion | undefined {
      const row = database.get<VersionRow>(
        "SELECT versionId, stage, createdAt, sealed FROM versions WHERE arn = ? AND stage = ?",
        arn,
        stage,
      );
      return row && opened(arn, row);
    },

    /** The new version is the current one, the one before it the previous, and those before that are forgotten. */
    addVersion({ arn }: StoredSecret, versionId: string, value: string, now: number): void {
      const sealed = seal.close(value, `${arn} ${versionId}`);
      database.transaction(() => {
        database.run("DELETE FROM versions WHERE arn = ? AND stage = 'AWSPREVIOUS'", arn);
        database.run("UPDATE versions SET stage = 'AWSPREVIOUS' WHERE arn = ?", arn);
        database.run(
          "INSERT INTO versions (arn, versionId, stage, createdAt, sealed) VALUES (?, ?, 'AWSCURRENT', ?, ?)",
          arn,
          versionId,
          now,
          sealed,
        );
      });
    },

    scheduleDeletion({ arn }: StoredSecret, now: number, goneAt: number): void {
      database.run("UPDATE secrets SET deletedAt = ?, goneAt = ? WHERE arn = ?", now, goneAt, arn);
    },
    restore({ arn }: StoredSecret): void {
      database.run("UPDATE secrets SET deletedAt = NULL, goneAt = NULL WHERE arn = ?", arn);
    },
  };
}
export type SecretStore = ReturnType<typeof createSecretStore>;

import { z } from 'zod'

/** A file of a backup: its bytes are an object of the repository. */
const entrySchema = z.strictObject({
  /** In the data folder: `postgres/…`, `files/…`, `payloads/…`, `secret.key` … */
  path: z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/].*$/),
  /** Bytes. */
  size: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The object's name; the SHA-256 itself, or with encryption a keyed hash. */
  object: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Entry = z.infer<typeof entrySchema>

/** What a backup consists of. It is written last, so a backup that broke off has none. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** When it began; also its name. */
  name: z.string(),
  /** The state of the database that it has at least: when its copy ended. */
  databaseAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  rounds: z.string(),
  /** The last migration that the database has. */
  migration: z.number(),
  /** The data folder that it was made of. */
  dataDir: z.string(),
  postgres: z.strictObject({
    major: z.int(),
    version: z.string(),
    system: z.string(),
    /** The first and the last file of the log that the copy needs; it has them. */
    firstLog: z.string(),
    lastLog: z.string(),
    /** The folder of continuous archiving, when it was on. */
    archive: z.string().nullable(),
  }),
  /** `left`: the files and payloads stayed in the data folder (the backup before an upgrade). */
  files: z.enum(['included', 'left', 's3']),
  secretKey: z.enum(['included', 'left-out', 'not-in-folder']),
  /** Tells whether a secret key is the one of the backup. */
  keyFingerprint: z.string(),
  /** Folders, also empty ones, which Postgres needs. */
  folders: z.array(z.string()),
  entries: z.array(entrySchema),
})
export type Manifest = z.infer<typeof manifestSchema>

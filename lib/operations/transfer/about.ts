import path from 'node:path'
import { z } from 'zod'
import { readMigrationFiles } from '#db/migration-files'
import { provisionVersion } from '#lib/org-database/provision'
import type { Table } from './rows.ts'

/** The first entry of an archive: of which installation and organization it is. */
export const aboutSchema = z.strictObject({
  format: z.literal(1),
  rounds: z.string(),
  /** The last migration of the database, by its time. Another version cannot import it. */
  migration: z.number(),
  /** Of the organizations' databases. */
  provision: z.number(),
  exportedAt: z.iso.datetime(),
  /** The source stopped before the export and does not go on: nothing happened there afterwards. */
  moved: z.boolean(),
  /** For another cell of this service, in this epoch of its directory. */
  toCell: z.strictObject({ name: z.string(), epoch: z.number() }).optional(),
  organization: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
})
export type About = z.infer<typeof aboutSchema>

/** A person whom the rows name, by account; `member` says whether they belong to the organization. */
export const personSchema = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  member: z.boolean(),
})
export type Person = z.infer<typeof personSchema>

/** The version of the schema that this release migrates to. */
export const schemaVersion = (): { migration: number; provision: number } => ({
  migration: Math.max(...readMigrationFiles(path.resolve('db/migrations')).map((m) => m.madeAt)),
  provision: provisionVersion,
})

/** Where the parts of an archive are, by the names of its entries. */
export const names = {
  about: 'about.json',
  people: 'people.json',
  columns: ({ name }: Table) => `columns/${name}.json`,
  rows: (table: string, part: number) => `rows/${table}/${part}.jsonl`,
  database: 'database/objects.json',
  databaseRows: (table: number, part: number) => `database/rows/${table}/${part}.jsonl`,
  file: (key: string, part: number) => `files/${key.replaceAll('/', '-')}/${part}`,
  payload: (runId: string, hash: string) => `payloads/${runId}/${hash}`,
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export type MigrationFile = {
  /** The name of the file, without its ending. */
  name: string
  /** When it was created, in milliseconds; databases record it by this key. */
  madeAt: number
  hash: string
  statements: string[]
  /** Whether its statements run one by one, each committed at once. */
  outsideTransaction: boolean
}

/** The first line of such a file. CREATE INDEX CONCURRENTLY refuses to run in a transaction. */
export const outsideTransactionMarker = '-- migrate: outside a transaction'

type Journal = { entries: { tag: string; when: number }[] }

/** Reads the migrations of a folder that drizzle-kit writes, in their order. */
export function readMigrationFiles(folder: string): MigrationFile[] {
  const journal = readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')
  return (JSON.parse(journal) as Journal).entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      madeAt: when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
      outsideTransaction: text.split('\n')[0]?.trim() === outsideTransactionMarker,
    }
  })
}

import type { MigrationFile } from '../db/migration-files.ts'
import { readConcurrentIndex } from '../db/concurrent-index.ts'

const index =
  /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?"?\w+"?\s+on\s+(?:only\s+)?"?(?<table>\w+)/i
const table = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(?<table>\w+)/gi
/** Stands before an index that may block writes, and says why that does no harm. */
const reason = /--\s*blocks writes: \S.{9}/

/** What in a migration would keep a running installation waiting, in sentences. */
export function problemsOf({ name, statements, outsideTransaction }: MigrationFile): string[] {
  const created = new Set(
    [...statements.join('\n').matchAll(table)].map((match) => match.groups?.table),
  )
  return statements.flatMap((statement) => {
    if (readConcurrentIndex(statement)) {
      if (outsideTransaction) return []
      return [`${name}: an index cannot be created concurrently in a transaction.`]
    }
    const indexed = index.exec(statement)?.groups?.table
    if (!indexed || created.has(indexed) || reason.test(statement)) return []
    return [
      `${name}: the index on ${indexed} blocks writes while it is made: create it concurrently.`,
    ]
  })
}

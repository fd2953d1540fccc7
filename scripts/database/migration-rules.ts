import type { MigrationFile } from '../../db/migration-files.ts'
import { readConcurrentIndex } from '../../db/concurrent-index.ts'

const index =
  /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?"?\w+"?\s+on\s+(?:only\s+)?"?(?<table>\w+)/i
const created = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(?<table>\w+)/gi
const altered =
  /\b(?:alter|drop)\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?:"?public"?\.)?"?(?<table>\w+)/i

/** Precedes a statement that may block writes, and says why that does no harm. */
const blocks = /--\s*blocks writes: \S.{9}/
/** Precedes a statement that removes something, and says since which release no code uses it. */
const unused = /--\s*unused since: \S.{9}/

type Rule = { found: RegExp; unless?: RegExp; says: string }

/** Rules for existing tables. `unless` is the exception's text in the statement. */
const rules: Rule[] = [
  {
    found: /\badd\s+column\b[^,;]*\bnot\s+null\b/i,
    unless: /\bdefault\b|\bgenerated\b/i,
    says:
      'a NOT NULL column without a default: existing rows have no value, ' +
      'and old code gives none',
  },
  {
    found:
      /\badd\s+column\b[^;]*(?:\bserial\b|\bdefault\s+\(?(?:\w+\.)?(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\b)/i,
    unless: blocks,
    says: 'a default that differs by row rewrites the whole table: fill the column in batches',
  },
  {
    found: /\bset\s+not\s+null\b/i,
    unless: blocks,
    says:
      'SET NOT NULL reads the whole table under a lock: add a check NOT VALID, and validate it ' +
      'in another migration',
  },
  {
    found: /\badd\s+constraint\b[^;]*\b(?:check|foreign\s+key)\b/i,
    unless: /\bnot\s+valid\b|--\s*blocks writes: \S.{9}/i,
    says:
      'a constraint that reads the whole table under a lock: add it NOT VALID, and validate it ' +
      'in another migration',
  },
  {
    found: /\balter\s+column\s+"?\w+"?\s+(?:set\s+data\s+)?type\b/i,
    unless: blocks,
    says: 'another type may rewrite the whole table: add a column, and drop this one a release later',
  },
  {
    found: /\balter\s+table\b[^;]*\brename\b/i,
    says:
      'old code uses the old name while an installation is updated: ' +
      'add, fill, and drop a release later',
  },
  {
    found: /\bdrop\s+(?:table|column)\b/i,
    unless: unused,
    says: 'old code may still use it: write "-- unused since: <release>" above the statement',
  },
]

/** Statements that define something, and fail when they run again. */
const once =
  /^\s*(?:alter\s+table(?!.*(?:if\s+not\s+exists|validate\s+constraint))|create\s+(?!.*(?:if\s+not\s+exists|or\s+replace)))/is

const withoutComments = (statement: string): string => statement.replaceAll(/^\s*--.*$/gm, '')

const tablesMade = (statements: string[]): Set<string | undefined> =>
  new Set([...statements.join('\n').matchAll(created)].map((match) => match.groups?.table))

/**
 * The table whose index the statement creates while writes are blocked; undefined for all others.
 */
function blockedBy(statement: string, made: Set<string | undefined>): string | undefined {
  const table = index.exec(statement)?.groups?.table
  return table === undefined || made.has(table) || blocks.test(statement) ? undefined : table
}

/** Describes what in a migration would block or break a running installation. */
export function problemsOf({ name, statements, outsideTransaction }: MigrationFile): string[] {
  const made = tablesMade(statements)
  return statements.flatMap((statement) => {
    if (readConcurrentIndex(statement)) {
      if (outsideTransaction) return []
      return [`${name}: an index cannot be created concurrently in a transaction.`]
    }
    if (outsideTransaction && once.test(withoutComments(statement)))
      return [
        `${name}: only what may be repeated runs outside a transaction: move the rest before it.`,
      ]
    const indexed = blockedBy(statement, made)
    if (indexed !== undefined)
      return [`${name}: the index on ${indexed} blocks writes meanwhile: create it concurrently.`]
    const table = altered.exec(withoutComments(statement))?.groups?.table
    if (table === undefined || made.has(table)) return []
    return rules
      .filter(({ found }) => found.test(withoutComments(statement)))
      .filter(({ unless }) => !unless?.test(statement))
      .map(({ says }) => `${name}: ${table}: ${says}.`)
  })
}

/**
 * Moves the indexes on existing tables out of a new migration, as concurrent ones, into their own
 * file, which runs outside a transaction.
 */
export function splitIndexes(statements: string[]): { rest: string[]; concurrent: string[] } {
  const made = tablesMade(statements)
  const blocking = statements.filter((statement) => blockedBy(statement, made) !== undefined)
  return {
    rest: statements.filter((statement) => !blocking.includes(statement)),
    concurrent: blocking.map((statement) =>
      statement.trim().replace(/\bindex\b/i, (word) => `${word} CONCURRENTLY`),
    ),
  }
}

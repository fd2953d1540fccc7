import { ApiError } from '#lib/domain/api-error'

const readers = new Set([
  'select',
  'with',
  'show',
  'describe',
  'desc',
  'explain',
  'values',
  'from',
  'table',
  'list',
])
const writers = new Set([
  'insert',
  'update',
  'delete',
  'merge',
  'create',
  'replace',
  'drop',
  'alter',
  'truncate',
  'copy',
  'call',
  'grant',
  'revoke',
  'execute',
])

/** Parts that are not words of the statement: comments, texts, quoted names, `$$` texts. */
const quotes = String.raw`"(?:[^"]|"")*(?:"|$)|\$\$[\s\S]*?(?:\$\$|$)`
const comments = String.raw`--[^\n]*|/\*[\s\S]*?(?:\*/|$)`
const skipped = {
  /** Snowflake and Databricks: a backslash escapes, `//` starts a comment, backticks quote. */
  backslash: new RegExp(
    `${comments}|//[^\\n]*|'(?:[^'\\\\]|\\\\[\\s\\S]|'')*(?:'|$)|${quotes}|\`(?:[^\`]|\`\`)*(?:\`|$)`,
    'g',
  ),
  standard: new RegExp(`${comments}|'(?:[^']|'')*(?:'|$)|${quotes}`, 'g'),
}

/**
 * Refuses a statement that does more than read, before it is sent. This helps a person who expects
 * to be able to write, and makes repeats harmless; the protection is the rights of the connection's
 * user in the warehouse.
 */
export function requireReadOnly(query: string, dialect: keyof typeof skipped = 'backslash'): void {
  const bare = query.replace(skipped[dialect], ' ')
  const words = bare.toLowerCase().match(/[a-z_]\w*|[();]/g) ?? []
  const first = words.find((word) => word !== '(')
  const refuse = (message: string) => ApiError.invalid([{ path: 'query', message }])
  if (first === undefined || first === ';') throw refuse('There is no statement to run.')
  if (!readers.has(first))
    throw refuse(`A warehouse connection only reads: write a SELECT, not ${first.toUpperCase()}.`)
  let depth = 0
  for (const [index, word] of words.entries()) {
    if (word === '(') depth++
    if (word === ')') depth--
    if (word === ';' && words.slice(index).some((later) => later !== ';'))
      throw refuse('One statement can be run at a time.')
    // WITH … INSERT and EXPLAIN ANALYZE DELETE; the words may be functions (REPLACE(…)) inside.
    if (
      depth === 0 &&
      (first === 'with' || first === 'explain') &&
      writers.has(word) &&
      words[index + 1] !== '('
    )
      throw refuse(`A warehouse connection only reads: ${word.toUpperCase()} is not possible.`)
  }
}

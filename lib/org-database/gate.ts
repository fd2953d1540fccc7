import { hasSqlDetails, parse, type ParseResult } from 'libpg-query'
import { limits } from './limits.ts'
import { alterations, functionUse, objectKinds, statementKinds } from './statement-kinds.ts'
import type { StatementError } from './statement-result.ts'

/** `grows`: it writes, and does more than free room (DELETE, TRUNCATE, DROP). */
export type Passed = { ok: true; mode: 'read' | 'write'; grows: boolean; kind: string }
export type Refused = {
  ok: false
  error: StatementError
  /** The parser broke: this process must not parse again. */ poisoned?: true
}

/**
 * Thrown for a refused part of the parsed statement, with the reason and the position (characters
 * from 0).
 */
class NotAllowed extends Error {
  readonly location: number | undefined
  constructor(message: string, location?: unknown) {
    super(message)
    this.location = typeof location === 'number' ? location : undefined
  }
}

type Node = Record<string, unknown>
type Check = (node: Node) => 'read' | 'write' | undefined

const hint =
  'One statement per call: SELECT, INSERT, UPDATE, DELETE, MERGE, TRUNCATE, EXPLAIN, ' +
  'and CREATE, ALTER, DROP or COMMENT ON of tables, views, indexes, sequences and enum types.'

const nameOf = (kind: string): string =>
  kind
    .replace(/Stmt$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()

function checkObject(field: string): Check {
  return (node) => {
    const kind = node[field]
    if (typeof kind === 'string' && !objectKinds.has(kind))
      throw new NotAllowed(
        'This cannot be done to a ' +
          `${kind.replace('OBJECT_', '').toLowerCase().replaceAll('_', ' ')} here.`,
      )
    return undefined
  }
}

/**
 * The check of each kind of node: it throws to refuse it, or marks the statement as a write. Kinds
 * of statements are looked up in `statementKinds` first.
 */
const checks: Record<string, Check> = {
  FuncCall(node) {
    const last = (node['funcname'] as { String?: { sval?: string } }[]).at(-1)?.String?.sval ?? ''
    const use = functionUse(last)
    if (use === 'refused')
      throw new NotAllowed(`The function ${last} cannot be used here.`, node['location'])
    return use
  },
  LockingClause: () => 'write',
  IntoClause: (node) => {
    if (node['tableSpaceName'] !== undefined)
      throw new NotAllowed('Tablespaces cannot be chosen here.')
    return 'write'
  },
  AlterTableCmd(node) {
    const subtype = String(node['subtype'])
    if (!alterations.has(subtype))
      throw new NotAllowed(
        `ALTER TABLE … ${subtype
          .replace('AT_', '')
          .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
          .toUpperCase()} is not available here.`,
      )
    return 'write'
  },
  AlterTableStmt: checkObject('objtype'),
  CreateTableAsStmt: checkObject('objtype'),
  DropStmt: checkObject('removeType'),
  CommentStmt: checkObject('objtype'),
  RenameStmt(node) {
    checkObject('renameType')(node)
    return checkObject('relationType')(node)
  },
  TypeName(node) {
    const names = node['names'] as { String?: { sval?: string } }[] | undefined
    const last = names?.at(-1)?.String?.sval
    // Its text is the name of a role, and a caller could try every number.
    if (last === 'regrole' || last === '_regrole')
      throw new NotAllowed('The type regrole is not available here.', node['location'])
    return undefined
  },
  CreateStmt(node) {
    if (node['tablespacename'] !== undefined)
      throw new NotAllowed('Tablespaces cannot be chosen here.')
    return 'write'
  },
  IndexStmt(node) {
    if (node['tableSpace'] !== undefined) throw new NotAllowed('Tablespaces cannot be chosen here.')
    if (node['concurrent'] === true)
      throw new NotAllowed('CREATE INDEX CONCURRENTLY cannot run here; leave CONCURRENTLY out.')
    return 'write'
  },
  DefElem(node) {
    // It names the schema, the server and the remote statement behind the tables of the service.
    if (node['defname'] === 'verbose')
      throw new NotAllowed('EXPLAIN cannot be VERBOSE here; leave that out.', node['location'])
    // WITH (user_catalog_table …) and the like are harmless; a namespace other than toast may not
    // be.
    if (node['defnamespace'] !== undefined && node['defnamespace'] !== 'toast')
      throw new NotAllowed('This option is not available here.', node['location'])
    return undefined
  },
}

/** Temporary tables outlive the call in the session; only Postgres may write catalogues. */
function checkRelation(node: Node): void {
  if (node['relpersistence'] === 't')
    throw new NotAllowed(
      'Temporary tables cannot be created here; use WITH, or a table that you drop.',
      node['location'],
    )
}

/** Fields that always hold a node of one kind. */
const bare: Readonly<Record<string, string>> = {
  intoClause: 'IntoClause',
  into: 'IntoClause',
  typeName: 'TypeName',
}

const shrinking = new Set(['DeleteStmt', 'TruncateStmt', 'DropStmt'])

/**
 * Visits the whole tree with a list instead of recursion, because the customer chooses its depth.
 */
function inspect(tree: unknown): Pick<Passed, 'mode' | 'grows'> {
  let mode: 'read' | 'write' = 'read'
  let grows = false
  const open: unknown[] = [tree]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) open.push(item)
      continue
    }
    if ('relpersistence' in value) checkRelation(value as Node)
    for (const [key, child] of Object.entries(value)) {
      // Node kinds are capitalised, fields are not; some fields contain a node without its kind
      // around it.
      const kind = Object.hasOwn(bare, key) ? (bare[key] ?? key) : key
      if (/^[A-Z]\w*Stmt$/.test(kind)) {
        const allowed = Object.hasOwn(statementKinds, kind) ? statementKinds[kind] : undefined
        if (!allowed) throw new NotAllowed(`${nameOf(kind)} is not available here.`)
        if (allowed === 'write') mode = 'write'
        if (allowed === 'write' && !shrinking.has(kind)) grows = true
      }
      const check = Object.hasOwn(checks, kind) ? checks[kind] : undefined
      const isNode = typeof child === 'object' && child !== null
      if (check && isNode && check(child as Node) === 'write') {
        mode = 'write'
        grows = true
      }
      open.push(child)
    }
  }
  return { mode, grows }
}

const refused = (message: string, position?: number): Refused => ({
  ok: false,
  error: { message, code: 'statement_not_allowed', position: position ?? null, hint },
})

/**
 * Decides by Postgres' own parser whether a statement may go to Postgres: exactly one statement, of
 * a kind that `statement-kinds.ts` lists, in all its parts. Returns whether it only reads. Never
 * throws for any customer input.
 */
export async function passGate(query: string): Promise<Passed | Refused> {
  if (query.includes('\0') || Buffer.byteLength(query) > limits.queryBytes)
    return refused('The statement is too long or has a NUL character.')
  if (query.trim() === '') return refused('There is no statement.')
  let tree: ParseResult
  try {
    tree = await parse(query)
  } catch (error) {
    if (hasSqlDetails(error))
      return {
        ok: false,
        error: {
          message: error.message,
          code: '42601',
          position: (error.sqlDetails?.cursorPosition ?? 0) + 1,
          hint: null,
        },
      }
    // The parser's memory was exhausted, or its result is nested too deeply to be read.
    return { ...refused('The statement is nested too deeply.'), poisoned: true }
  }
  const [first, second] = tree.stmts ?? []
  if (!first?.stmt) return refused('There is no statement.')
  if (second)
    return refused('Only one statement can be run per call.', (second.stmt_location ?? 0) + 1)
  const [kind] = Object.keys(first.stmt)
  try {
    return { ok: true, ...inspect(first.stmt), kind: nameOf(kind ?? '').toLowerCase() }
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    // Positions are bytes in the tree and characters in answers.
    const place =
      error.location === undefined
        ? undefined
        : Buffer.from(query).subarray(0, error.location).toString('utf8').length + 1
    return refused(error.message, place)
  }
}

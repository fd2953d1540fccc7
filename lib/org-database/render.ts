import { limits } from './limits.ts'
import type { Field } from './portal.ts'
import type { StatementError } from './statement-result.ts'
import { typeName, valueToJson, type CustomTypes } from './values.ts'

type Rows = { fields: Field[]; rows: (string | null)[][]; custom: CustomTypes }

/**
 * Two columns of one name would be one member of an object, so the later ones get a number (`id`,
 * `id_2`), unless a column already has that name.
 */
export function memberNames(names: readonly string[]): string[] {
  const taken = new Set(names)
  const used = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let number = 2; used.has(own); number++) {
      const next = `${name}_${number}`
      if (!taken.has(next) || used.has(next)) own = next
    }
    used.add(own)
    return own
  })
}

/**
 * The number of rows that a statement returned or changed, from Postgres' command tag (`INSERT 0
 * 5`, `SELECT 3`); null for a tag without a number (`CREATE TABLE`).
 */
export function rowCountOf(command: string): number | null {
  const count = /\s(\d+)$/.exec(command)?.[1]
  return count === undefined ? null : Number(count)
}

/**
 * Writes the answer's body as text value by value, because a JSON writer would round Postgres'
 * numbers. Undefined when it is too large.
 */
export function renderRows(
  { fields, rows, custom }: Rows,
  rowCount: number | null,
  arrayMode: boolean,
): string | undefined {
  const names = fields.map(({ name }) => name)
  const keys = memberNames(names).map((name) => `${JSON.stringify(name)}:`)
  const parts: string[] = []
  let length = 0
  for (const row of rows) {
    const values = row.map((text, index) =>
      valueToJson(text, fields[index]?.dataTypeID ?? 0, custom),
    )
    const part = arrayMode
      ? `[${values.join(',')}]`
      : `{${values.map((value, index) => `${keys[index]}${value}`).join(',')}}`
    length += Buffer.byteLength(part) + 1
    if (length > limits.resultBytes) return undefined
    parts.push(part)
  }
  const described = fields.map(({ name, dataTypeID }) => ({
    name,
    type: typeName(dataTypeID, custom),
  }))
  return `{"rows":[${parts.join(',')}],"rowCount":${rowCount ?? 'null'},"fields":${JSON.stringify(described)}}`
}

export const tooLarge: StatementError = {
  message:
    `The result has more than ${limits.rows.toLocaleString('en')} rows or ` +
    `${limits.resultBytes / 1024 ** 2} MB, so nothing was returned and nothing was written.`,
  code: 'result_too_large',
  position: null,
  hint: 'Add LIMIT and page through it, choose fewer columns, or aggregate.',
}

type Reported = {
  message?: string
  code?: string
  position?: string | number
  hint?: string
  detail?: string
  name?: string
}

/** Errors of the connection to the platform's tables: their texts name servers and addresses. */
const foreign = /^(08|HV)/

/**
 * Our views refuse a table that may not be read by a sentence in place of a condition
 * (provision.ts), which Postgres quotes in an error about types. A statement with the same constant
 * gets the same answer, which only its author sees.
 */
const notReadable =
  /^invalid input syntax for type boolean: "(\w+ is read by POST \/api\/v2\/sql with the permission [\w:-]+)"$/

/**
 * Postgres' error as the answer reports it. Undefined for an error that is not from Postgres: a
 * lost connection.
 */
export function errorOf(thrown: unknown): StatementError | undefined {
  const { message = '', code, position, hint, detail } = thrown as Reported
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  if (foreign.test(code) && code !== '08P01')
    return {
      message: 'The tables audit_logs and tasks cannot be reached at the moment. Try again.',
      code,
      position: null,
      hint: null,
    }
  const unread = code === '22P02' ? notReadable.exec(message)?.[1] : undefined
  if (unread !== undefined) return { message: `${unread}.`, code, position: null, hint: null }
  // The system refused it more memory than a server process may have (db/embedded.ts).
  if (code === '53200') return refusedMemory
  return {
    message: detail ? `${message} ${/[.!?]$/.test(message) ? '' : '– '}${detail}` : message,
    code,
    position: position === undefined ? null : Number(position),
    hint: hint ?? null,
  }
}

export const timedOut = (statementMs: number): StatementError => ({
  message:
    `The statement did not finish within ${statementMs / 1000} seconds and was ended; ` +
    'nothing was written.',
  code: '57014',
  position: null,
  hint: 'Read less: filter, add LIMIT, or create an index for the condition (EXPLAIN shows the plan).',
})

export const unknownOutcome: StatementError = {
  message:
    'The connection was lost while the statement was being committed; whether it was written is ' +
    'not known. Check before you try again.',
  code: '08007',
  position: null,
  hint: null,
}

export const databaseFull = (databaseBytes: number): StatementError => ({
  message: `The database is full: it may have ${inSize(databaseBytes)}, indexes included.`,
  code: '53100',
  position: null,
  hint: 'DELETE, DROP and TRUNCATE still work; the last two free the room at once.',
})

const memoryError = (message: string): StatementError => ({
  message,
  code: 'too_much_memory',
  position: null,
  hint: 'Nothing was written. Create smaller texts and lists, with fewer rows in an aggregate.',
})
export const tooMuchMemory = (memoryBytes: number): StatementError =>
  memoryError(`The statement took more than ${inSize(memoryBytes)} of memory and was ended.`)
const refusedMemory = memoryError('The statement asked for more memory than there is for one.')

const inSize = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${Math.round(bytes / 1024 ** 2)} MB`

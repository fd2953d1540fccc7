import { z } from 'zod'
import { readingTables } from '#lib/domain/provider/reading-tables'
import { contract } from '../contract.ts'

const mebibyte = 1024 * 1024

/** Specification 2.3. */
export const sqlRequestSchema = z.strictObject({
  query: z
    .string()
    .refine((query) => query.trim() !== '', 'Give a statement.')
    .refine(
      (query) => new TextEncoder().encode(query).length <= 200_000,
      'A statement may have at most 200 KB. Send values as params.',
    )
    .meta({ description: 'One SQL statement; `$1`, `$2` … stand for the params.' }),
  params: z
    .array(z.unknown())
    .max(10_000, 'There may be at most 10,000 params. Send a list as one array.')
    .default([])
    .meta({ description: 'Values of `$1`, `$2` …, in order.' }),
  arrayMode: z
    .boolean()
    .default(false)
    .meta({ description: 'Each row as an array of values instead of an object.' }),
})
export type SqlRequest = z.output<typeof sqlRequestSchema>

const statementError = z.object({
  message: z.string(),
  code: z
    .string()
    .meta({ description: 'SQLSTATE, or `statement_not_allowed` or `result_too_large`.' }),
  position: z.int().nullable().meta({ description: 'The character of the statement, from 1.' }),
  hint: z.string().nullable(),
})

export const sqlAnswerSchema = z.union([
  z.object({
    rows: z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
    rowCount: z
      .int()
      .nullable()
      .meta({ description: 'Rows returned or changed; null for statements that count nothing.' }),
    fields: z
      .array(z.object({ name: z.string(), type: z.string() }))
      .meta({ description: 'The columns, in order.' }),
  }),
  z.object({ error: statementError }),
])
export type SqlAnswer = z.output<typeof sqlAnswerSchema>

const rules = `One statement per call, in the organization’s own Postgres database and schema, as its
own role: SELECT, INSERT, UPDATE, DELETE, MERGE, TRUNCATE and EXPLAIN; CREATE, ALTER and DROP of
tables, views, indexes, sequences and enum types; COMMENT ON. Roles, settings, functions, triggers,
temporary tables, COPY, LOCK, LISTEN and transaction control are refused. Each statement is a
transaction: when it fails, or its result is too large, nothing was written.

**Answers.** \`{rows, rowCount, fields}\`. What Postgres refuses is a 200 with \`{error: {message,
code, position, hint}}\`. At most 10,000 rows or 10 MB (\`error.code\` \`result_too_large\`, never a
silent cut), 30 seconds, two statements of an organization at a time (others wait up to 10 seconds,
then 429).

**Values.** integer, smallint, real, double precision: numbers; bigint, numeric, money: texts, so
that no digit is lost; date and times: ISO 8601 (timestamptz in UTC with Z); interval: ISO 8601;
bytea: base64; arrays: lists; json and jsonb: themselves; NaN and infinities: texts. Of two columns
with one name the second is called \`name_2\` in objects.

**Params** get the type that Postgres infers for their place; write \`$1::int\` where it cannot.
Lists become arrays, or JSON where the place is json or jsonb; bytea takes base64.`

type Column = (typeof readingTables)[number]['columns'][number]
const tableRow = ({ name, type, description }: Column) => `| ${name} | ${type} | ${description} |`

const tables = readingTables
  .map(
    ({ name, description, columns }) =>
      `\`<schema>.${name}\`: ${description}\n\n| column | type | |\n` +
      `|---|---|---|\n${columns.map(tableRow).join('\n')}`,
  )
  .join('\n\n')

const request = {
  query: 'select number, number * $1::numeric as amount from generate_series(1, 2) as number',
  params: ['12.50'],
  arrayMode: false,
}
const response = {
  rows: [
    { number: 1, amount: '12.50' },
    { number: 2, amount: '25.00' },
  ],
  rowCount: 2,
  fields: [
    { name: 'number', type: 'integer' },
    { name: 'amount', type: 'numeric' },
  ],
}

const shared = {
  method: 'POST',
  tag: 'SQL',
  body: sqlRequestSchema,
  returns: { 200: { description: 'The rows, or what Postgres refused.', schema: sqlAnswerSchema } },
} as const

/** Specification 2.3 and 4.1. */
export const runSqlContract = contract({
  ...shared,
  id: 'runSql',
  path: '/api/v1/sql',
  summary: 'Run a SQL statement in the organization’s database',
  description:
    `${rules}\n\nWhen a Postgres of the organization’s own is named on the Data page, ` +
    'the statement runs there.',
  errors: { other: 'B' },
  errorStatuses: [413, 415, 429, 503],
  examples: { request, response },
})

/** Specification 2.3 and 4.2. */
export const runSqlV2Contract = contract({
  ...shared,
  id: 'runSqlV2',
  path: '/api/v2/sql',
  summary: 'Run a SQL statement that can also read the audit trail and the tasks of workflows',
  description:
    `${rules}\n\nBesides the organization’s own tables there are two of the service, ` +
    'read-only, with the organization’s own rows. The caller needs the permission of the same ' +
    'endpoint: audit:read for `audit_logs`, runs:read for `tasks`. ' +
    'They can be joined with its own. `<schema>` is the organization’s schema ' +
    '(`GET /api/v2/sql/schema`), and can be left out. This endpoint always runs in the ' +
    `organization’s database here, also when v1 runs in another Postgres.\n\n${tables}`,
  errorStatuses: [413, 415, 429, 503],
  examples: {
    request: {
      query:
        'select status, count(*) from tasks ' +
        'where created_at > now() - $1::interval group by status',
      params: ['7 days'],
    },
    response: {
      rows: [{ status: 'completed', count: '128' }],
      rowCount: 1,
      fields: [
        { name: 'status', type: 'text' },
        { name: 'count', type: 'bigint' },
      ],
    },
  },
})

const column = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  description: z.string().nullable(),
})

export const sqlSchemaSchema = z.object({
  /** Where v1 runs: in the organization's database here, or in its own Postgres. */
  place: z.enum(['built-in', 'outside']),
  schema: z.string().nullable(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      kind: z.enum(['table', 'view', 'service']),
      description: z.string().nullable(),
      columns: z.array(column),
    }),
  ),
})
export type SqlSchema = z.output<typeof sqlSchemaSchema>

export const getSqlSchemaContract = contract({
  id: 'getSqlSchema',
  method: 'GET',
  path: '/api/v2/sql/schema',
  summary: 'List the tables and columns that SQL can use',
  tag: 'SQL',
  query: z.strictObject({ place: z.enum(['built-in', 'outside']).default('built-in') }),
  returns: {
    200: {
      description:
        'The organization’s schema, its tables and views, and the two of the service ' +
        '(`kind` is `service`).',
      schema: sqlSchemaSchema,
    },
  },
  errorStatuses: [404, 429, 503],
})

const host = z.string().trim().min(1, 'Give the server’s name.').max(253)
const pem = z
  .string()
  .max(64 * 1024)
  .regex(
    /^\s*-----BEGIN CERTIFICATE-----/,
    'A certificate in PEM begins with -----BEGIN CERTIFICATE-----.',
  )

export const sqlSettingsSchema = z.object({
  builtIn: z.object({
    status: z.enum(['ready', 'preparing', 'failed', 'unavailable']),
    schema: z.string().nullable(),
    /** Why v1 is not available. */
    reason: z.string().nullable(),
    limitBytes: z.int().default(2048 * mebibyte),
  }),
  outside: z
    .object({
      host: z.string(),
      port: z.int(),
      database: z.string(),
      user: z.string(),
      hasCa: z.boolean(),
      updatedAt: z.iso.datetime({ offset: true }),
    })
    .nullable(),
})
export type SqlSettings = z.output<typeof sqlSettingsSchema>

export const getSqlSettingsContract = contract({
  id: 'getSqlSettings',
  method: 'GET',
  path: '/api/v2/sql/settings',
  summary: 'Read which database SQL runs in',
  tag: 'SQL',
  returns: {
    200: {
      description: 'The database made here, and the organization’s own Postgres when one is named.',
      schema: sqlSettingsSchema,
    },
  },
})

export const nameOutsideDatabaseSchema = z.strictObject({
  host,
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1, 'Give the name of the database.').max(63),
  user: z.string().min(1, 'Give the user.').max(63),
  password: z.string().min(1, 'Give the password.').max(1000),
  ca: pem.nullable().default(null),
})

export const nameOutsideDatabaseContract = contract({
  id: 'nameOutsideDatabase',
  method: 'PUT',
  path: '/api/v2/sql/outside-database',
  summary: 'Name a Postgres of the organization’s own for SQL v1',
  description:
    'The connection is tested before it is saved, over TLS with a verified certificate. ' +
    'Internal addresses are refused unless an operator allows them. Use a role with only the ' +
    'rights that are needed: Rounds refuses the same statements there (settings, roles, ' +
    'files, several statements), but only the role limits the tables. The password is encrypted ' +
    'and never shown again.',
  tag: 'SQL',
  body: nameOutsideDatabaseSchema,
  returns: { 200: { description: 'SQL v1 runs there from now on.', schema: sqlSettingsSchema } },
  errorStatuses: [413, 415, 422],
})

export const forgetOutsideDatabaseContract = contract({
  id: 'forgetOutsideDatabase',
  method: 'DELETE',
  path: '/api/v2/sql/outside-database',
  summary: 'Go back to the database made here',
  tag: 'SQL',
  returns: {
    200: {
      description: 'SQL v1 runs in the organization’s database here.',
      schema: sqlSettingsSchema,
    },
  },
})

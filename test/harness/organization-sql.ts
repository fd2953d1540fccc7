import { afterAll, beforeAll } from 'vitest'
import { runSql, stopSqlRunners } from '#lib/org-database/run-sql'
import type { Target } from '#lib/org-database/target'
import { dropOrganizationDatabases, makeOrganizationDatabase } from './organization-database.ts'
import { seedOrganization } from './seed-organization.ts'
import { useTestDatabase, type TestDatabase } from './test-database.ts'

export type SqlError = {
  message: string
  code: string
  position: number | null
  hint: string | null
}
export type SqlAnswer =
  | {
      rows: unknown[]
      rowCount: number | null
      fields: { name: string; type: string }[]
      error?: undefined
    }
  | { error: SqlError; rows?: undefined; rowCount?: undefined; fields?: undefined }
type More = {
  arrayMode?: boolean
  readOnly?: boolean
  statementMs?: number
  databaseBytes?: number
  memoryBytes?: number
  signal?: AbortSignal
}

type Sql = {
  database: TestDatabase
  organizationId: string
  target: Target
  watchdogUrl: string
  /** The answer's JSON as it is sent. */
  text(query: string, params?: unknown[], more?: More): Promise<string>
  run(query: string, params?: unknown[], more?: More): Promise<SqlAnswer>
}

/** An organization with its own database, and the runners that connect to it; for one test file. */
export function useOrganizationSql(schema = 'clinic'): Sql {
  const database = useTestDatabase()
  dropOrganizationDatabases()
  const sql = {
    database,
    async text(
      query: string,
      params: unknown[] = [],
      { arrayMode = false, readOnly = false, ...more }: More = {},
    ) {
      const { organizationId, watchdogUrl } = sql
      const { json } = await runSql(
        sql.target,
        { query, params, arrayMode, readOnly },
        { organizationId, watchdogUrl, ...more },
      )
      return json
    },
    run: async (query: string, params?: unknown[], more?: More) =>
      JSON.parse(await sql.text(query, params, more)) as SqlAnswer,
  } as Sql
  beforeAll(async () => {
    sql.organizationId = (await seedOrganization()).organizationId
    Object.assign(sql, await makeOrganizationDatabase(database.url, sql.organizationId, schema))
  }, 60_000)
  afterAll(stopSqlRunners)
  return sql
}

import { randomBytes } from 'node:crypto'

import { makeClient } from '#lib/postgres'
import { afterAll, beforeAll, inject } from 'vitest'

import { closeDatabase, configureDatabase } from '#db/client'
import { roleUrls } from '#db/role-url'

export type TestDatabase = {
  /** The superuser's connection string, for checks that bypass the product. */
  url: string
  appUrl: string
  authUrl: string
  engineUrl: string
  drop(): Promise<void>
}

/**
 * A database of its own, with all migrations and no rows, cloned from the run's template. Copying
 * its files takes a third of the processor time of writing it to the log, as is usual.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  )
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href
  return {
    url,
    ...roleUrls(url),
    drop: () => asAdministrator(`drop database ${name} with (force)`),
  }
}

/**
 * Creates a database for the test file and points `#db/client` at it; both are removed when the
 * file ends. Call it at the top of the file or of a `describe`. Its result is filled in before the
 * first test, not earlier.
 */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase())
    configureDatabase(database)
  })
  afterAll(async () => {
    await closeDatabase()
    await database.drop()
  })
  return database
}

/**
 * On the database `postgres`, because nothing may be connected to the template while it is cloned.
 */
async function asAdministrator(statement: string): Promise<void> {
  const client = makeClient({
    connectionString: Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href,
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

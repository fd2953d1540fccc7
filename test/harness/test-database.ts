import { randomBytes } from 'node:crypto'

import { makeClient } from '#lib/postgres'
import { afterAll, beforeAll, inject } from 'vitest'

import { closeDatabase, configureDatabase } from '#db/client'
import { roleUrls } from '#db/role-url'

export type TestDatabase = {
  /** The superuser's connection string: for what a test looks at behind the product's back. */
  url: string
  appUrl: string
  authUrl: string
  engineUrl: string
  drop(): Promise<void>
}

/**
 * A database of its own, with all migrations and no rows, cloned from the run's template in some 50
 * ms.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(`create database ${name} template ${template.pathname.slice(1)}`)
  const url = Object.assign(new URL(template), { pathname: `/${name}` }).href
  return {
    url,
    ...roleUrls(url),
    drop: () => asAdministrator(`drop database ${name} with (force)`),
  }
}

/**
 * Gives the test file a database of its own and points `#db/client` at it; both are gone when the
 * file is done. Call it at the top of the file or of a `describe`. What it returns is filled in
 * before the first test, not before.
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

/** On the database `postgres`: nothing may be connected to the template while it is cloned. */
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

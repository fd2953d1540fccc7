import { randomBytes } from 'node:crypto'

import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { makeClient } from '#lib/postgres'
import { createTestDatabase } from '#test/harness/test-database'

import { schemaText } from './schema-text.ts'

/** The roles belong to the server and are comments in the text. */
const withoutRoles = (text: string): string => text.slice(text.indexOf('-- Schemas'))

const inDatabase = (name: string): string =>
  Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` }).href

async function withClient<Answer>(
  url: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const empty = `test_${randomBytes(6).toString('hex')}`
let migrated: string

beforeAll(async () => {
  await withClient(inDatabase('postgres'), (client) =>
    client.query(`create database ${empty} template template0`),
  )
  const database = await createTestDatabase()
  migrated = await withClient(database.url, schemaText)
  await database.drop()
})

afterAll(async () => {
  await withClient(inDatabase('postgres'), (client) => client.query(`drop database ${empty}`))
})

test('the text creates a database with the same text', async () => {
  const made = await withClient(inDatabase(empty), async (client) => {
    await client.query(migrated)
    return await schemaText(client)
  })
  expect(withoutRoles(made)).toBe(withoutRoles(migrated))
})

test('the text describes each part of a table', () => {
  const parts = [
    'CREATE TABLE public.runs (',
    ') PARTITION BY RANGE (id);',
    'CREATE TABLE public.runs_default PARTITION OF public.runs DEFAULT;',
    'CREATE UNLOGGED TABLE public.rate_limits (',
    'CREATE INDEX runs_list ON public.runs USING btree (organization_id, id);',
    'CREATE POLICY sign_in ON public.workflows FOR SELECT TO rounds_auth',
    'ALTER TABLE public.workflows FORCE ROW LEVEL SECURITY;',
    'GRANT SELECT (id, organization_id, form_public, form_token) ON public.workflows TO rounds_auth;',
    'ALTER FUNCTION public.enqueue_mail(uuid) OWNER TO rounds_engine;',
    'REVOKE ALL ON FUNCTION public.enqueue_mail(uuid) FROM PUBLIC;',
    'CREATE TRIGGER index_runs AFTER INSERT ON public.runs',
  ]
  expect(parts.filter((part) => !migrated.includes(part))).toEqual([])
})

test('months, which depend on the date, are left out', () => {
  expect(migrated).not.toMatch(/runs_\d{4}_\d{2}/)
})

test('a kind of object that cannot be written is refused', async () => {
  const database = await createTestDatabase()
  await withClient(database.url, async (client) => {
    await client.query(`create type mood as enum ('good', 'bad')`)
    await expect(schemaText(client)).rejects.toThrow('public.mood of typtype e')
  })
  await database.drop()
})

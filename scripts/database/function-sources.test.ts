import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeClient } from '#lib/postgres'
import { createTestDatabase, type TestDatabase } from '#test/harness/test-database'

import { compareFunctions, functionSources, type FunctionSource } from './function-sources.ts'

let database: TestDatabase
let client: ReturnType<typeof makeClient>

beforeAll(async () => {
  database = await createTestDatabase()
  client = makeClient({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

const sourceOf = (name: string): FunctionSource => {
  const source = functionSources().find((candidate) => candidate.name === name)
  if (!source) throw new Error(`db/functions/${name}.sql is missing`)
  return source
}

test('the migrations create the functions of the sources', async () => {
  expect(await compareFunctions(client, functionSources())).toEqual({ changed: [], problems: [] })
})

test('a changed source is found, and the database stays unchanged', async () => {
  const source = sourceOf('run_words')
  const changed = { ...source, text: source.text.replace('2000', '3000') }
  const others = functionSources().filter(({ name }) => name !== source.name)
  expect((await compareFunctions(client, [changed, ...others])).changed).toEqual([changed])
  expect((await compareFunctions(client, functionSources())).changed).toEqual([])
})

test('a function without a source, and a file that changes another one, are problems', async () => {
  const text = sourceOf('run_words').text.replace('run_words', 'words_of_run')
  const misnamed = { name: 'run_words', file: 'db/functions/run_words.sql', text }
  const others = functionSources().filter(
    ({ name }) => name !== 'run_words' && name !== 'enqueue_mail',
  )
  const { problems } = await compareFunctions(client, [misnamed, ...others])
  expect(problems).toEqual([
    'db/functions/run_words.sql changes words_of_run(jsonb,text) too.',
    'enqueue_mail(uuid) has no source file in db/functions.',
  ])
})

import { expect, it, onTestFinished } from 'vitest'
import { makeClient } from '#lib/postgres'
import { useApi } from '#test/harness/api'
import { countOperatingNumbers } from './operating-numbers.ts'

const api = useApi()

it('sees a standby of another role', async () => {
  expect((await countOperatingNumbers()).replicas).toEqual([])
  // What a standby connects with; it is not asked to stream.
  const standby = makeClient({
    connectionString: `${api.database.url}?replication=true`,
    application_name: 'b',
  })
  await standby.connect()
  onTestFinished(async () => await standby.end())
  expect((await countOperatingNumbers()).replicas).toEqual([{ name: 'b', lagSeconds: 0 }])
})

import { expect, onTestFinished, test } from 'vitest'
import { engineDb } from '#db/client'
import { workers } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { startMuteProxy } from '#test/harness/mute-proxy'
import { useTestDatabase } from '#test/harness/test-database'
import { until } from '#test/harness/until'
import { startLiveness } from './liveness.ts'

const database = useTestDatabase()

test('a worker whose connection falls silent gives signs of life by another one', async () => {
  const proxy = await startMuteProxy(database.engineUrl)
  const workerId = newId()
  const liveness = await startLiveness({
    connectionString: proxy.url,
    workerId,
    onRound: async () => undefined,
  })
  onTestFinished(async () => await liveness.stop())
  const [before] = await engineDb().select().from(workers)
  expect(before).toMatchObject({ id: workerId })
  proxy.mute()
  const after = await until('a sign of life', async () => {
    const [row] = await engineDb().select().from(workers)
    return row?.lockKey === before?.lockKey ? undefined : row
  })
  expect(after).toMatchObject({ id: workerId })
})

import { expect, it, onTestFinished } from 'vitest'
import { useTestDatabase } from '#test/harness/test-database'
import { Cells } from './cells.ts'
import { placeOf } from './place-of.ts'

const database = useTestDatabase()

it('asks the other cells only so often for one client, and says so by 503 and not by 401', async () => {
  const cells = new Cells({ name: 'west', url: 'http://west', directoryUrl: database.url })
  await cells.start()
  onTestFinished(() => cells.stop())
  for (let asked = 0; asked < 300; asked += 1) expect(cells.mayAskFor('192.0.2.1')).toBe(true)
  expect(cells.mayAskFor('192.0.2.1')).toBe(false)
  const sender = { lastCell: undefined, isHandedOn: false }
  const shown = { kind: 'logo', value: 'no id, so nothing is asked of the database' } as const
  expect(await placeOf(cells, shown, { ...sender, address: '192.0.2.1' })).toEqual({
    at: 'unknown',
  })
  expect(await placeOf(cells, shown, { ...sender, address: '192.0.2.2' })).toMatchObject({
    at: 'here',
  })
})

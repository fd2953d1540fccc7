import { expect, test, vi } from 'vitest'
import { coalesced } from './coalesce.ts'

function counting(options?: { atMost: number }) {
  const asked: { keys: number[]; group: string }[] = []
  const gates: (() => void)[] = []
  const call = coalesced<number, string>(async (keys, group) => {
    asked.push({ keys, group })
    await new Promise<void>((resolve) => gates.push(resolve))
    if (keys.includes(13)) throw new Error('refused')
    return keys.map((key) => `${group}${key}`)
  }, options)
  const open = async () => {
    await vi.waitFor(() => expect(gates).not.toHaveLength(0))
    gates.shift()?.()
  }
  return { asked, call, open }
}

test('what is asked in one moment goes together, and what comes meanwhile goes next', async () => {
  const { asked, call, open } = counting()
  const first = [call(1), call(2)]
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const later = [call(3), call(4), call(5)]
  await open()
  await open()
  expect(await Promise.all([...first, ...later])).toEqual(['1', '2', '3', '4', '5'])
  expect(asked).toEqual([
    { keys: [1, 2], group: '' },
    { keys: [3, 4, 5], group: '' },
  ])
})

test('groups do not wait for each other, and a question has so many keys at most', async () => {
  const { asked, call, open } = counting({ atMost: 2 })
  const all = [call(1, 'a'), call(2, 'a'), call(3, 'a'), call(4, 'b')]
  for (let count = 0; count < 3; count++) await open()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b4'])
  expect(asked.map(({ keys, group }) => `${group}:${keys.join()}`)).toEqual(['a:1,2', 'b:4', 'a:3'])
})

test('an error is told to everyone in that question, and the next question is asked all the same', async () => {
  const { call, open } = counting()
  const refused = Promise.allSettled([call(13), call(2)])
  await open()
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = call(2)
  await open()
  expect(await again).toBe('2')
})

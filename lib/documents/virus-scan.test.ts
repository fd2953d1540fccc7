import { afterAll, beforeAll, expect, it } from 'vitest'
import { eicar, startClamd } from '#test/fakes/clamd'
import { scan } from './virus-scan.ts'

let clamd: Awaited<ReturnType<typeof startClamd>>
beforeAll(async () => {
  clamd = await startClamd()
})
afterAll(async () => await clamd.close())

async function* bytesOf(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part)
}

it('finds a virus, also across chunks, and nothing in other bytes', async () => {
  const infected = { is: 'infected', virus: 'Eicar-Signature' }
  expect(await scan(bytesOf('a', eicar, 'b'), clamd)).toEqual(infected)
  const padded = Buffer.concat([Buffer.alloc(65_530), Buffer.from(eicar)])
  expect(await scan(bytesOf(padded), clamd)).toEqual(infected)
  expect(await scan(bytesOf('a', 'b'), clamd)).toEqual({ is: 'clean' })
  expect(await scan(bytesOf(), clamd)).toEqual({ is: 'clean' })
})

it('does not know about more bytes than the scanner takes', async () => {
  expect(await scan(bytesOf(Buffer.alloc(8_000_000)), clamd)).toMatchObject({ is: 'unknown' })
})

it('does not know where no scanner listens, or answers', async () => {
  const silent = await startClamd({ silent: true })
  expect(await scan(bytesOf('a'), { ...silent, idleMs: 30 })).toMatchObject({
    is: 'unknown',
    reason: 'the scanner did not answer in time',
  })
  await silent.close()
  expect(await scan(bytesOf('a'), silent)).toMatchObject({ is: 'unknown' })
})

it('does not know when the bytes cannot be read', async () => {
  async function* broken() {
    yield Buffer.from('a')
    throw new Error('the disk is gone')
  }
  expect(await scan(broken(), clamd)).toEqual({ is: 'unknown', reason: 'the disk is gone' })
})

import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { resolveConfig } from '#lib/domain/expressions/expressions'
import { connectionKinds } from '#lib/domain/statuses'
import { validateDefinition } from '#lib/domain/validate/validate-definition'
import { bankSandbox } from '#lib/integrations/bank/sandbox'
import { syncToEnd } from '#lib/integrations/bank/sync-to-end'
import { stepTypeInfos } from '#lib/steps/registry'
import { computeHere } from '#test/harness/compute-here'
import { memoryStore } from '#test/fakes/memory-store'
import { dailyBankSync } from './daily-bank-sync.ts'

type Seeded = { slug: string; name: string; definition: Definition }
const files = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort()
const seeded = (
  await Promise.all(
    files.map(async (file) =>
      Object.values(
        (await import(path.join(import.meta.dirname, file))) as Record<string, unknown>,
      ),
    ),
  )
).flat() as Seeded[]

describe('the workflows of the demo', () => {
  it.each(seeded)('$name could be published as it is', ({ definition }) => {
    expect(definitionSchema.safeParse(definition)).toMatchObject({ success: true })
    const surroundings = {
      stepTypes: stepTypeInfos(),
      connections: connectionKinds.map((kind) => ({ kind, slug: 'sandbox' })),
    }
    expect(validateDefinition(definition, surroundings)).toEqual([])
  })
})

describe('the daily bank sync', () => {
  const bank = bankSandbox.open({
    config: { changeEverySeconds: 120 },
    secrets: {},
    store: memoryStore(),
    allowPrivate: [],
  })
  const summary = async (output: unknown, start: object = {}) => {
    const step = dailyBankSync.definition.steps.find(({ id }) => id === 'summary')
    const context = { start, steps: { sync: { output } }, run: {} }
    const config = await resolveConfig(step?.config, context, computeHere)
    return config as { value: Record<string, unknown> } | undefined
  }

  it('adds up what came in and lists what was taken back', async () => {
    const read = await syncToEnd(bank, '', 100, AbortSignal.timeout(30_000))
    const all = (await summary(read))?.value
    expect(all).toMatchObject({
      new: read.transactions.length,
      changed: 0,
      vanished: 0,
      nextCursor: read.nextCursor,
      deposits: expect.any(Number),
    })
    const takebacks = all?.['takebacks'] as { amount: number }[]
    expect(takebacks.length).toBeGreaterThan(0)
    const large = (await summary(read, { takebackLimit: 300 }))?.value['takebacks'] as {
      amount: number
    }[]
    expect(large).toEqual(takebacks.filter(({ amount }) => amount >= 300))
  })
  it('finds nothing where nothing changed', async () => {
    expect(
      (await summary({ transactions: [], modified: [], removed: [], nextCursor: 'c' }))?.value,
    ).toEqual({
      nextCursor: 'c',
      new: 0,
      changed: 0,
      vanished: 0,
      deposits: 0,
      byPayer: {},
      takebacks: [],
    })
  })
})

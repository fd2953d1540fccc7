import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { payloads, runs, tasks } from '#db/schema/runs'
import { env } from '#lib/env'
import { done } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { answerUnknownOutcome } from '../commands/answer-unknown-outcome.ts'
import { cancelTask } from '../commands/cancel-task.ts'
import { answerScreen } from '../commands/answer-screen.ts'
import { deleteRuns } from './delete-runs.ts'
import { removePayloadFiles } from './payload-files.ts'
import { loadValue } from './payloads.ts'
import { retryFromStep } from '../commands/retry-from-step.ts'

/** Text of about `kilobytes` that still has a size when it is compressed. */
const text = (kilobytes: number, seed: string): string =>
  Array.from({ length: kilobytes * 16 }, (_, line) =>
    `${seed} ${line} ${(line * 2654435761) % 4294967296}`.padEnd(64, '·'),
  )
    .join('')
    .slice(0, kilobytes * 1024)
const make = testStep('make', 'pure', async ({ config }) =>
  done({ text: text(Number(config['kilobytes']), String(config['seed'])) }),
)
const measure = testStep('measure', 'read', async ({ config }) =>
  done({ length: String(config['text']).length, head: String(config['text']).slice(0, 8) }),
)
const fail = testStep('fail', 'pure', async () => await Promise.reject(new Error('broken')))
const lost = testStep('lost', 'unsafe', async () => await new Promise(() => undefined))
let letGo = (): void => undefined
const slow = testStep('slow', 'idempotent', async () => {
  await new Promise<void>((resolve) => {
    letGo = resolve
  })
  return done({ text: text(20, 'late') })
})
const engine = useEngine([echo, ask, make, measure, fail, lost, slow, forEach])

const folder = path.join(env().DATA_DIR, 'payloads')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const filesOf = (runId: string): string[] => {
  const month = existsSync(folder)
    ? readdirSync(folder).find((name) => existsSync(path.join(folder, name, runId)))
    : undefined
  return month ? readdirSync(path.join(folder, month, runId)) : []
}
const rowsOf = async (runId: string) =>
  await engineDb().select().from(payloads).where(eq(payloads.runId, runId))

// small, table, file ──▶ each measured by a step that is given the whole text
const sizes = { small: 1, table: 100, file: 400 }
const drawing = Object.keys(sizes)
  .map((name) => `${name} -> of_${name}`)
  .join('\n')
const parts = Object.fromEntries(
  Object.entries(sizes).flatMap(([name, kilobytes]) => [
    [name, { type: 'make', config: { kilobytes, seed: name } }],
    [`of_${name}`, { type: 'measure', config: { text: { $: `steps.${name}.output.text` } } }],
  ]),
)

describe('outputs and inputs', () => {
  it('are stored in the row, the table or a file by their size, invisibly for steps', async () => {
    const runId = await engine.start(graph(drawing, parts))
    const run = await engine.ended(runId)
    expect(run).toMatchObject({
      status: 'completed',
      output: {
        of_small: { length: 1024, head: 'small 0 ' },
        of_table: { length: 102_400, head: 'table 0 ' },
        of_file: { length: 409_600, head: 'file 0 0' },
      },
    })
    const byKey = await engine.tasks(runId)
    expect(byKey['small']).toMatchObject({ output: { text: text(1, 'small') }, outputRef: null })
    for (const key of ['table', 'file']) {
      const { output, outputRef } = byKey[key] ?? {}
      expect([output, outputRef]).toEqual([null, expect.stringMatching(/^[0-9a-f]{64}$/)])
      expect(await loadValue(engineDb() as never, runId, output, outputRef ?? null)).toEqual({
        text: text(sizes[key as 'table'], key),
      })
      expect(byKey[`of_${key}`]).toMatchObject({ input: null, inputRef: expect.any(String) })
    }
    const rows = await rowsOf(runId)
    expect(
      rows
        .filter(({ body }) => body === null)
        .map(({ hash }) => hash)
        .toSorted(),
    ).toEqual(filesOf(runId).toSorted())
    expect(
      rows
        .map(({ size, body }) => [size > 256 * 1024, body === null])
        .every(([large, isFile]) => large === isFile),
    ).toBe(true)
    // The output of a step and the input of the next are the same text.
    expect(rows).toHaveLength(2)
  })

  it('are stored once for each run, however often they are passed on', async () => {
    const value = { $: 'steps.a.output' }
    const runId = await engine.start(
      graph('a -> b -> c', {
        a: { type: 'make', config: { kilobytes: 50, seed: 'a' } },
        b: { config: { value } },
        c: { config: { value } },
      }),
    )
    await engine.ended(runId)
    const refs = Object.values(await engine.tasks(runId)).map(({ outputRef }) => outputRef)
    expect(new Set(refs).size).toBe(1)
    // The outputs, the inputs (`{value: …}`) and the run's output (`{c: …}`).
    expect(await rowsOf(runId)).toHaveLength(3)
  })

  it('are passed to a step again that was suspended in between', async () => {
    const runId = await engine.start(
      graph('a -> ask -> b', {
        a: { type: 'make', config: { kilobytes: 300, seed: 'a' } },
        ask: { type: 'ask', config: { seen: { $: 'steps.a.output.text' } } },
        b: { type: 'measure', config: { text: { $: 'steps.ask.output.text' } } },
      }),
    )
    await engine.suspended(runId)
    const taskId = (await engine.tasks(runId))['ask']?.id ?? ''
    await engine.act((tx) =>
      answerScreen(tx, {
        organizationId: engine.organizationId,
        taskId,
        output: { text: text(20, 'answer') },
        by: 'Ada',
      }),
    )
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { b: { length: 20_480, head: 'answer 0' } },
    })
  })

  it(
    'that a person gives are stored by the same rule, and passed on whole: ' +
      'a screen, a call that happened',
    async () => {
      const answer = { text: text(40, 'answer') }
      const runId = await engine.start(
        graph('ask -> of', {
          ask: { type: 'ask' },
          of: { type: 'measure', config: { text: { $: 'steps.ask.output.text' } } },
        }),
      )
      const { id } = await engine.taskIn(runId, 'ask', 'suspended')
      await engine.suspended(runId)
      await engine.act((tx) =>
        answerScreen(tx, {
          organizationId: engine.organizationId,
          taskId: id,
          output: answer,
          by: 'Ada',
        }),
      )
      expect(await engine.ended(runId)).toMatchObject({
        status: 'completed',
        output: { of: { length: 40_960 } },
      })
      const ask_ = (await engine.tasks(runId))['ask']
      expect(ask_).toMatchObject({ output: null, state: { answerRef: ask_?.outputRef } })
      expect(ask_?.state).not.toHaveProperty('answer')

      const unknown = await engine.start(
        graph('lost -> of', {
          lost: { type: 'lost', timeoutSeconds: 0.1 },
          of: { type: 'measure', config: { text: { $: 'steps.lost.output.text' } } },
        }),
      )
      const { id: taskId } = await engine.taskIn(unknown, 'lost', 'suspended')
      await engine.suspended(unknown)
      await engine.act((tx) =>
        answerUnknownOutcome(tx, {
          organizationId: engine.organizationId,
          taskId,
          answer: { outcome: 'happened', output: { text: text(300, 'told') } },
          by: 'Ada',
        }),
      )
      expect(await engine.ended(unknown)).toMatchObject({
        status: 'completed',
        output: { of: { length: 307_200 } },
      })
      expect((await engine.tasks(unknown))['lost']).toMatchObject({
        output: null,
        outputRef: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      })
    },
  )

  it('that a cancelled call answers late are stored by the same rule', async () => {
    const runId = await engine.start(graph('slow', { slow: { type: 'slow' } }))
    const { id } = await engine.taskIn(runId, 'slow', 'running')
    await engine.act((tx) =>
      cancelTask(tx, {
        organizationId: engine.organizationId,
        taskId: id,
        reason: undefined,
        by: 'Ada',
      }),
    )
    await engine.ended(runId)
    letGo()
    const ref = await until(
      'the late answer',
      async () => (await engine.tasks(runId))['slow']?.outputRef ?? undefined,
    )
    expect(await engine.act((tx) => loadValue(tx, runId, null, ref))).toEqual({
      text: text(20, 'late'),
    })
  })

  it('of the items of a loop are stored by the same rule', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({
      index,
      text: text(1, `item ${index}`),
    }))
    const runId = await engine.start(
      graph('loop -each-> of', {
        loop: { type: 'for-each', config: { items: { $: 'start.items' }, concurrency: 1 } },
        of: { type: 'measure', config: { text: { $: 'item.text' } } },
      }),
      { items },
    )
    const run = await engine.ended(runId, 30_000)
    expect(run.status).toBe('completed')
    const children = await engineDb().select().from(runs).where(eq(runs.parentRunId, runId))
    expect(children.map(({ loop }) => [loop?.items, loop?.count, typeof loop?.itemsRef])).toEqual([
      [[], 60, 'string'],
    ])
    const { output } = (await engine.tasks(runId))['loop'] ?? {}
    const whole =
      output ??
      (await engine.act(
        async (tx) =>
          await loadValue(tx, runId, null, (await engine.tasks(runId))['loop']?.outputRef ?? ''),
      ))
    expect((whole as { results: { head: string }[] }).results.map(({ head }) => head)).toEqual(
      items.map(({ text: of }) => of.slice(0, 8)),
    )
  })

  it('of several MB end the step with a clear error', async () => {
    const runId = await engine.start(
      graph('a', { a: { type: 'make', config: { kilobytes: 17 * 1024, seed: 'a' } } }),
    )
    expect(await engine.ended(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'output_too_large', message: expect.stringContaining('16 MB') },
    })
  })
})

describe('start data', () => {
  const note = text(300, 'note')
  const startData = {
    patientId: 'p-9',
    patient: { name: 'Ada', history: text(30, 'history') },
    note,
    list: [1, 2, 3],
  }

  it('is whole for the steps and short in the row', async () => {
    const runId = await engine.start(
      graph('a', { a: { type: 'measure', config: { text: { $: 'start.note' } } } }),
      startData,
    )
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { a: { length: note.length } },
    })
    const run = await engine.run(runId)
    expect(run.startData).toEqual({ patientId: 'p-9', patient: { name: 'Ada' } })
    expect(await engine.act((tx) => loadValue(tx, runId, run.startData, run.startRef))).toEqual(
      startData,
    )
  })

  it(
    'is copied to a retry with the outputs that it takes over, and remains when ' +
      'the first run is deleted',
    async () => {
      const runId = await engine.start(
        graph('a -> b -> c', {
          a: { type: 'make', config: { kilobytes: 400, seed: 'a' } },
          b: { type: 'fail' },
          c: { type: 'measure', config: { text: { $: 'start.note & steps.a.output.text' } } },
        }),
        startData,
      )
      expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
      await engineDb()
        .update(tasks)
        .set({ status: 'completed' })
        .where(eq(tasks.id, (await engine.tasks(runId))['b']?.id ?? ''))
      const { runId: again } = await engine.act((tx) =>
        retryFromStep(tx, {
          organizationId: engine.organizationId,
          runId,
          stepId: 'c',
          version: 'same',
          by: 'Ada',
          byUserId: null,
        }),
      )
      expect(await engine.ended(again)).toMatchObject({
        status: 'completed',
        output: { c: { length: (300 + 400) * 1024 } },
      })
      expect(filesOf(runId)).toHaveLength(2)

      const { deleted, payloadRuns } = await engine.act((tx) =>
        deleteRuns(tx, engine.organizationId, [runId]),
      )
      expect([deleted, payloadRuns]).toEqual([1, [runId]])
      await removePayloadFiles(runId)
      expect(filesOf(runId)).toEqual([])
      expect(await rowsOf(runId)).toEqual([])
      const [stored] = await engineDb()
        .select()
        .from(tasks)
        .where(eq(tasks.outputRef, (await engine.tasks(again))['a']?.outputRef ?? ''))
      expect(await engine.act((tx) => loadValue(tx, again, null, stored?.outputRef ?? ''))).toEqual(
        {
          text: text(400, 'a'),
        },
      )
    },
  )

  it('is answered with what to do when its file is missing', async () => {
    const runId = await engine.start(
      graph('a', { a: { type: 'make', config: { kilobytes: 300, seed: 'gone' } } }),
    )
    await engine.ended(runId)
    const ref = (await engine.tasks(runId))['a']?.outputRef ?? ''
    expect(
      readFileSync(path.join(folder, readdirSync(folder)[0] ?? '', runId, ref), 'utf8'),
    ).toContain('gone 0')
    await removePayloadFiles(runId)
    await expect(engine.act((tx) => loadValue(tx, runId, null, ref))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('DATA_DIR'),
    })
    expect(
      await engineDb()
        .select({ id: runs.id })
        .from(runs)
        .where(inArray(runs.id, [runId])),
    ).toHaveLength(1)
  })
})

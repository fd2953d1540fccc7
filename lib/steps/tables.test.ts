import { describe, expect, it } from 'vitest'
import { executionOf } from '#test/suites/step-suite'
import type { StepServices } from './define-step.ts'
import { stepTypes } from './registry.ts'

type Execution = ReturnType<typeof executionOf>

/** The output of one attempt of a step, with some services replaced. */
async function output(name: string, config: unknown, services: Partial<StepServices> = {}) {
  const type = stepTypes.get(name)
  if (!type) throw new Error(`no step type ${name}`)
  const execution: Execution = executionOf(type, type.config.parse(config))
  const changed = { ...execution, services: { ...execution.services, ...services } }
  const result = await type.execute(changed)
  if (result.kind !== 'done') throw new Error('the step waits')
  return result.output as Record<string, unknown>
}

const columns = [
  { name: 'id', type: 'number', letters: 'B' },
  { name: 'name', type: 'text', letters: 'C' },
] as const
const source = { fileId: 'f', fileName: 'claims.xlsx', sheet: 'Claims', headerRow: 3 }
/** What a read step answers of 120 rows below a gap. */
const readOutput = {
  file: { id: 'f', fileName: 'claims.xlsx' },
  sheet: 'Claims',
  headerRow: 3,
  columns,
  runs: [
    { first: 4, count: 60 },
    { first: 70, count: 60 },
  ],
  rows: Array.from({ length: 120 }, (_, id) => ({ id, name: `Member ${id}` })),
  table: null,
}
const table = { tableFileId: 't', rowCount: 120, columns: [...columns], source }

describe('split-table', () => {
  it('splits rows that were read into chunks of fifty with header and place', async () => {
    const { chunks, count } = await output('split-table', { rows: readOutput, text: true })
    expect(count).toBe(3)
    expect(chunks).toMatchObject([
      {
        number: 1,
        of: 3,
        file: { id: 'f', fileName: 'claims.xlsx' },
        sheet: 'Claims',
        range: 'B4:C53',
        headerRange: 'B3:C3',
        columns,
        text: expect.stringContaining('claims.xlsx, sheet "Claims", cells B4:C53, part 1 of 3'),
      },
      { range: 'B54:C109', rows: readOutput.rows.slice(50, 100) },
      { range: 'B110:C129' },
    ])
  })

  it('splits a list of any origin, which has no place', async () => {
    const { chunks } = await output('split-table', { rows: [{ a: 1 }, { b: 2 }], size: 1 })
    expect(chunks).toMatchObject([
      { range: null, file: null, rows: [{ a: 1, b: null }] },
      { range: null, rows: [{ a: null, b: 2 }] },
    ])
  })

  it('names the rows of a stored table, which “Read chunk” reads', async () => {
    const services: Partial<StepServices> = {
      tableIndex: async () => ({ ...table, runs: readOutput.runs }),
      tableRows: async (_organization, id, { from, count }) =>
        Array.from({ length: id === 't' ? count : 0 }, (_, at) => [
          from + at,
          `Member ${from + at}`,
        ]),
    }
    const split = await output('split-table', { rows: { table } }, services)
    const [, second] = split['chunks'] as Record<string, unknown>[]
    expect(second).toMatchObject({ tableFileId: 't', from: 50, count: 50, range: 'B54:C109' })
    expect(second).not.toHaveProperty('rows')
    const chunk = await output('read-chunk', { chunk: second }, services)
    expect(chunk).toMatchObject({ number: 2, range: 'B54:C109', columns })
    expect(chunk['rows']).toEqual(readOutput.rows.slice(50, 100))
    // A whole chunk stays as it is, so one loop works for both.
    const [whole] = (await output('split-table', { rows: readOutput }))['chunks'] as unknown[]
    expect(await output('read-chunk', { chunk: whole })).toMatchObject({ range: 'B4:C53' })
  })

  it('says which size a loop can take', async () => {
    const index = { ...table, rowCount: 1_000_000, runs: [{ first: 4, count: 1_000_000 }] }
    await expect(
      output('split-table', { rows: table }, { tableIndex: async () => index }),
    ).rejects.toMatchObject({
      code: 'too_many_chunks',
      message: 'These would be 20,000 chunks, and a loop takes 10,000. Set a size of at least 100.',
    })
  })
})

it.each([
  ['write-csv', { rows: 'text' }],
  ['write-csv', { rows: [[1]] }],
  ['split-table', { rows: null }],
])('%s refuses rows that are none', async (name, config) => {
  await expect(output(name, config)).rejects.toMatchObject({ code: 'invalid_rows' })
})

it('refuses what is no chunk, and two sheets of one name', async () => {
  await expect(output('read-chunk', { chunk: { number: 1 } })).rejects.toMatchObject({
    code: 'invalid_chunk',
  })
  const sheets = ['A', 'a'].map((name) => ({ name, rows: [] }))
  await expect(output('write-excel', { sheets })).rejects.toMatchObject({ code: 'invalid_sheets' })
})

it('writes files under the key of the step, with their ending', async () => {
  const asked: unknown[] = []
  const writeTable: StepServices['writeTable'] = async (_organization, file) => {
    asked.push(file)
    return { id: 'f', fileName: file.fileName, mimeType: 'text/csv', size: 1, sha256: '' }
  }
  const csv = { rows: readOutput, fileName: 'of today', columnOrder: ['name'] }
  expect(await output('write-csv', csv, { writeTable })).toEqual({
    file: { id: 'f', fileName: 'of today.csv' },
    mimeType: 'text/csv',
    size: 1,
  })
  const sheets = [{ name: 'All', rows: { ...readOutput, rows: [], table } }]
  await output('write-excel', { fileName: 'A.XLSX', sheets }, { writeTable })
  expect(asked).toMatchObject([
    {
      key: 'run:task',
      write: {
        table: { rows: readOutput.rows, columnOrder: ['name'] },
        options: { quoteAll: false },
      },
    },
    { fileName: 'A.XLSX', write: { sheets: [{ rows: { tableFileId: 't' }, header: true }] } },
  ])
})

it.each(['History', "'a'", 'a/b', '', 'x'.repeat(32)])('%j is no name of a sheet', (name) => {
  const { config } = stepTypes.get('write-excel') ?? {}
  expect(config?.safeParse({ sheets: [{ name, rows: [] }] }).success).toBe(false)
})

it('only reads where rows are a list, and stores where they are a table', () => {
  const { effectOf } = stepTypes.get('read-excel') ?? {}
  expect(effectOf?.({ as: 'list' })).toBe('read')
  expect(effectOf?.({ as: 'table' })).toBe('idempotent')
})

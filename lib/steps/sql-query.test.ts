import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { executionOf } from '#test/suites/step-suite'
import { PermanentStepError, StepError, type StepServices } from './define-step.ts'
import sqlQuery from './types/data/sql-query.ts'

type Answer = Awaited<ReturnType<StepServices['runSql']>>
type Given = Parameters<StepServices['runSql']>

async function run(
  query: string,
  answer: Answer | Error,
): Promise<{ outcome: unknown; given: Given | undefined }> {
  const execution = executionOf(sqlQuery, { query, params: [1], database: 'built-in' })
  let given: Given | undefined
  const services: StepServices = {
    ...execution.services,
    async runSql(...call) {
      given = call
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const outcome = await sqlQuery
    .execute({ ...execution, services })
    .catch((error: unknown) => error)
  return { outcome, given }
}

const refusal = (code: string): Answer => ({
  error: { message: 'No.', code, position: 3, hint: null },
})
const lost = new ApiError(
  'unavailable',
  'Lost.',
  { begun: true },
  { headers: { 'retry-after': '5' } },
)
const never = new ApiError(
  'unavailable',
  'Not there.',
  { begun: false },
  { headers: { 'retry-after': '5' } },
)

describe('a statement that only reads', () => {
  it.each([
    'select 1',
    ' -- a note\n/* and * another */ SELECT 1',
    '(select 1)',
    'with a as (select 1) select * from a',
    'values (1)',
    'table a',
    'explain select 1',
  ])('%j is a read', (query) => expect(sqlQuery.effectOf?.({ query })).toBe('read'))
  it.each([
    'insert into a values (1)',
    'update a set b = 1',
    'with gone as (delete from a returning *) select * from gone',
    'select 1 into b',
    'select * from a for update',
    `select nextval('a')`,
    'explain analyze delete from a',
    '-- select\ncreate table a (b int)',
    'truncate a',
    // Not certainly a read. A needless question to a person costs less than writing twice.
    `select 'delete'`,
    '',
  ])('%j is not', (query) => expect(sqlQuery.effectOf?.({ query })).toBe('unsafe'))
})

describe('the step', () => {
  it('runs a read as a statement that may not write', async () => {
    expect((await run('select $1', { rows: [{ a: 1 }], rowCount: 1 })).given?.[1]).toMatchObject({
      query: 'select $1',
      params: [1],
      readOnly: true,
    })
    const { given, outcome } = await run('insert into a values ($1)', { rows: [], rowCount: 1 })
    expect(given?.[1]).toMatchObject({ readOnly: false })
    expect(outcome).toEqual({ kind: 'done', output: { rows: [], rowCount: 1 } })
  })

  it('fails permanently on a refusal, and temporarily on passing errors', async () => {
    expect((await run('select 1', refusal('42703'))).outcome).toBeInstanceOf(PermanentStepError)
    for (const code of ['40001', '40P01', '55P03', '57014']) {
      const { outcome } = await run('select 1', refusal(code))
      expect(outcome).toBeInstanceOf(StepError)
      expect(outcome).not.toBeInstanceOf(PermanentStepError)
      expect(outcome).toMatchObject({
        code: 'sql_refused',
        details: { sqlState: code, position: 3 },
      })
    }
  })

  it('asks a person about a write whose outcome is unknown', async () => {
    expect((await run('insert into a values (1)', lost)).outcome).toMatchObject({
      code: 'outcome_unknown',
    })
    expect((await run('insert into a values (1)', refusal('08007'))).outcome).toMatchObject({
      code: 'outcome_unknown',
    })
    expect((await run('select 1', lost)).outcome).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    })
    expect((await run('insert into a values (1)', never)).outcome).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    })
  })
})

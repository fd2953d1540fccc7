import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { conflictStates } from '#lib/retry-on'
import { defineStep, done, PermanentStepError, StepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

/**
 * Words of statements that write. They are found anywhere, also in texts and names: a statement
 * that is not certainly a read counts as a write.
 */
const writes =
  /\b(?:insert|update|delete|merge|truncate|create|alter|drop|comment|refresh|into|nextval|setval|analyze)\b/i
const reads =
  /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|\()*(?:select|with|values|table|explain)\b/i

const onlyReads = (query: string): boolean => reads.test(query) && !writes.test(query)

/**
 * SQLSTATEs after which the same statement may succeed: conflicts, locks, time, too many sessions,
 * a full disk, no memory.
 */
const passingStates = [...conflictStates, '55P03', '57014', '53300', '53100', '53200']

/**
 * A write whose answer was lost may have happened: the engine asks a person instead of repeating
 * it.
 */
function lostAnswer(error: unknown, readOnly: boolean): unknown {
  if (readOnly || !(error instanceof ApiError) || error.details['begun'] !== true) return error
  return new StepError(
    'outcome_unknown',
    'The connection to the database was lost; whether the statement was written is not known.',
  )
}

export default defineStep({
  type: 'sql-query',
  version: 1,
  title: 'SQL',
  description: 'Runs a statement in the organization’s database.',
  category: 'Data',
  icon: 'database',
  says: ['{query}'],
  effect: 'unsafe',
  effectOf: ({ query }) => (onlyReads(query) ? 'read' : 'unsafe'),
  isInside: ({ database }) => database === 'built-in',
  config: z.strictObject({
    query: z
      .string()
      .max(200_000)
      .refine((text) => text.trim() !== '', 'Write a statement.')
      .meta({
        title: 'Statement',
        description:
          'One SQL statement. Values do not belong into it: write $1, $2 … and list them below. ' +
          'A SELECT is run again after a crash; what writes is not, without being asked.',
      }),
    params: z
      .array(
        z.unknown().meta({
          title: 'Value',
          description: 'A text, number, true or false, nothing, or a list.',
        }),
      )
      .max(1000)
      .default([])
      .meta({ title: 'Values', description: 'For $1, $2 …, in order.' }),
    database: z
      .enum(['built-in', 'outside'])
      .default('built-in')
      .meta({
        title: 'Database',
        enumNames: ['Built in', 'Outside'],
        description:
          'The one built in has tasks too; outside is the Postgres named on the Data page, ' +
          'or the built-in one when none is.',
      }),
  }),
  output: z.object({
    rows: z.array(z.record(z.string(), z.unknown())).meta({
      title: 'Rows',
      description: 'What the statement returned; bigint and numeric as texts.',
      phi: true,
    }),
    rowCount: z.int().nullable().meta({
      title: 'Row count',
      description: 'Rows returned or changed; nothing for statements that count none.',
    }),
  }),
  uiSchema: {
    query: { 'ui:widget': 'code', 'ui:options': { language: 'sql', rows: 6 } },
    params: { 'ui:widget': 'json' },
    database: { 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 3, delaySeconds: 2, factor: 3, maxDelaySeconds: 60 },
  examples: [
    {
      title: 'Look up a patient',
      config: {
        query: 'select id, name from patients where mrn = $1',
        params: [{ $: 'start.mrn' }],
      },
    },
    {
      title: 'Keep a result',
      config: {
        query: 'insert into authorizations (patient_id, number) values ($1, $2) returning id',
        params: [{ $: 'start.patientId' }, { $: 'steps.ask.output.number' }],
      },
    },
  ],
  async execute({ config: { query, params, database }, run, signal, services }) {
    const readOnly = onlyReads(query)
    const call = services
      .runSql(run.organizationId, { runId: run.id, query, params, database, readOnly, signal })
      .catch((error: unknown) => {
        throw lostAnswer(error, readOnly)
      })
    const answer = await fromProvider(call)
    if (!('error' in answer)) return done({ rows: answer.rows, rowCount: answer.rowCount })
    const { message, code, position, hint } = answer.error
    if (code === '08007') throw new StepError('outcome_unknown', message)
    const Failure = passingStates.includes(code) ? StepError : PermanentStepError
    throw new Failure('sql_refused', message, { sqlState: code, position, hint })
  },
})

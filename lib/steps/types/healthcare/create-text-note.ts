import { z } from 'zod'
import { dateInZone, isoDateOf, textNoteFields } from '#lib/domain/provider/text-note'
import { ApiError } from '#lib/domain/api-error'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

/**
 * A second note in a chart is a clinical error, so a person decides when the EMR may already have
 * it.
 */
function leaveToPerson(error: unknown): never {
  if (error instanceof ApiError && error.details['outcome'] === 'unknown') {
    throw new PermanentStepError('outcome_unknown', error.message, error.details)
  }
  throw error
}

export default defineStep({
  type: 'create-text-note',
  version: 1,
  title: 'Create text note',
  description: 'Files a note in a patient’s chart in the EMR.',
  category: 'Healthcare',
  icon: 'file-pen',
  says: ['{title} in {connection:connection}', '{connection:connection}'],
  effect: 'idempotent',
  connection: 'emr',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The EMR to file the note in.' }),
    ...textNoteFields,
  }),
  output: z.object({
    documentHistoryId: z
      .string()
      .meta({ title: 'Document history id', description: 'Names the stored version of the note.' }),
    date: z.iso.date().meta({ title: 'Date', description: 'The date of the note, YYYY-MM-DD.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' }, body: { 'ui:widget': 'textarea' } },
  retry: { maxAttempts: 5, delaySeconds: 2, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Authorization received',
      config: {
        connection: 'sandbox',
        patientId: { $: 'start.emrPatientId' },
        title: 'Authorization received',
        body: { $: '"Number: " & steps.review.output.authorizationNumber' },
      },
    },
  ],
  async execute(execution) {
    const { config, context, connection, idempotencyKey, mayHaveHappened, run, signal } = execution
    const { patientId, title, body, category } = config
    // By the run's start and not the clock, so that a retry after midnight files the same note.
    const date =
      (config.date && isoDateOf(config.date)) ?? dateInZone(run.startedAt, context.run.timeZone)
    const note = { patientId, title, body, category, date }
    const options = { idempotencyKey, mayHaveHappened, signal }
    const filed = connection.createTextNote(note, options).catch(leaveToPerson)
    const { documentHistoryId } = await fromProvider(filed)
    return done({ documentHistoryId, date })
  },
})

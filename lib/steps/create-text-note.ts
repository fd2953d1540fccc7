import { z } from 'zod'
import { dateInZone, isoDateOf, textNoteFields } from '#lib/domain/text-note'
import { defineStep, done } from './define-step.ts'
import { fromProvider } from './from-provider.ts'

export default defineStep({
  type: 'create-text-note',
  version: 1,
  title: 'Create text note',
  description: 'Files a note in a patient’s chart in the EMR.',
  category: 'Healthcare',
  icon: 'file-pen',
  effect: 'idempotent',
  connection: 'emr',
  config: z.strictObject({
    connection: z.string().min(1, 'Choose a connection.').max(64).meta({ title: 'Connection', description: 'The EMR to file the note in.' }),
    ...textNoteFields,
  }),
  output: z.object({
    documentHistoryId: z.string().meta({ title: 'Document history id', description: 'Names the stored version of the note.' }),
    date: z.iso.date().meta({ title: 'Date', description: 'The date of the note, YYYY-MM-DD.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' }, body: { 'ui:widget': 'textarea' } },
  retry: { maxAttempts: 5, delaySeconds: 2, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Authorization received',
      config: { connection: 'sandbox', patientId: { $: 'start.emrPatientId' }, title: 'Authorization received', body: { $: '"Number: " & steps.review.output.authorizationNumber' } },
    },
  ],
  async execute({ config, context, connection, idempotencyKey, run, signal }) {
    const { patientId, title, body, category } = config
    // The run's start, not the clock: a retry after midnight files the same note.
    const date = (config.date && isoDateOf(config.date)) ?? dateInZone(run.startedAt, context.run.timeZone)
    const { documentHistoryId } = await fromProvider(connection.createTextNote({ patientId, title, body, category, date }, { idempotencyKey, signal }))
    return done({ documentHistoryId, date })
  },
})

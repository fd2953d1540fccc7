import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { letterFields, letterStatuses } from '#lib/domain/provider/letter'
import { defineStep, done, PermanentStepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'send-letter',
  version: 1,
  title: 'Send letter',
  description: 'Prints a PDF and mails it as a physical letter.',
  category: 'Communication',
  icon: 'mails',
  // The letter's row is the provider's idempotency key, so a repeated call is the same letter.
  effect: 'idempotent',
  connection: 'letters',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'Who prints and mails the letter.' }),
    fileId: z.string().min(1, 'Name the PDF.').max(100).meta({
      title: 'PDF',
      description: 'The id of the file: at most 60 sheets, US letter, not encrypted.',
    }),
    ...letterFields,
  }),
  output: z.object({
    trackingId: z.string().meta({
      title: 'Tracking id',
      description: 'Follows the letter: GET /api/v2/communication/letters/{trackingId}.',
    }),
    status: z
      .enum(letterStatuses)
      .meta({ title: 'Status', description: 'Where the letter is, right after it was taken.' }),
    expectedDeliveryDate: z
      .string()
      .nullable()
      .meta({ title: 'Expected delivery', description: 'YYYY-MM-DD, if the provider says.' }),
  }),
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    metadata: { 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 6, delaySeconds: 5, factor: 3, maxDelaySeconds: 600 },
  examples: [
    {
      title: 'An appeal to a payer',
      config: {
        connection: 'sandbox',
        fileId: { $: 'start.appeal.id' },
        to: {
          company: { $: 'start.payerName' },
          addressLine1: { $: 'start.payerStreet' },
          city: 'Hartford',
          state: 'CT',
          postalCode: '06103',
        },
        from: {
          company: 'Rounds Health',
          addressLine1: '1 Main St',
          city: 'Brooklyn',
          state: 'NY',
          postalCode: '11201',
        },
        metadata: { kind: 'appeal' },
      },
    },
  ],
  async execute({
    config: { connection, fileId, to, from, metadata, color, doubleSided },
    services,
    run,
    idempotencyKey: key,
    signal,
  }) {
    const sending = services.sendLetter(run.organizationId, {
      key,
      runId: run.id,
      connection,
      fileId,
      to,
      from,
      metadata,
      color,
      doubleSided,
      createdBy: 'a workflow',
      signal,
    })
    const letter = await fromProvider(
      sending.catch((error: unknown) => {
        // The provider no longer knows the key, so a person must check whether the letter was sent.
        if (
          error instanceof ApiError &&
          error.code === 'conflict' &&
          error.details['outcome'] === 'unknown'
        )
          throw new PermanentStepError('outcome_unknown', error.message, error.details)
        throw error
      }),
    )
    return done(letter)
  },
})

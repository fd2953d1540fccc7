import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { textMessageFields, textMessageStatuses } from '#lib/domain/provider/text-message'
import { defineStep, done, StepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'send-sms',
  version: 1,
  title: 'Send text message',
  description: 'Sends a text message to a phone. It is not protected: put no patient data into it.',
  category: 'Communication',
  icon: 'message-square-text',
  says: ['To {to}: {text}', 'To {to}'],
  // No provider of text messages has idempotency keys: a repeated call is a second message.
  effect: 'unsafe',
  connection: 'sms',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'Who sends it.' }),
    ...textMessageFields,
  }),
  output: z.object({
    messageId: z.uuid().meta({
      title: 'Message',
      description: 'Follows it: GET /api/v2/communication/text-messages/{messageId}.',
    }),
    status: z
      .enum(textMessageStatuses)
      .meta({ title: 'Status', description: 'How it fares, right after it was taken.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' }, text: { 'ui:widget': 'textarea' } },
  examples: [
    {
      title: 'A reminder to call',
      config: {
        connection: 'sandbox',
        to: '+12125550123',
        text: 'Cedar Clinic has news for you. Please call us at 212-555-0100.',
      },
    },
  ],
  async execute({ config, services, run, idempotencyKey, mayHaveHappened, signal }) {
    const { connection, to, text } = config
    const sending = services.sendTextMessage(run.organizationId, {
      key: `step:${idempotencyKey}`,
      runId: run.id,
      connection,
      to,
      text,
      createdBy: 'a workflow',
      takeOver: mayHaveHappened,
      signal,
    })
    const sent = await fromProvider(
      sending.catch((error: unknown) => {
        if (error instanceof ApiError && error.details['outcome'] === 'unknown')
          throw new StepError('outcome_unknown', error.message, error.details)
        throw error
      }),
    )
    return done(sent)
  },
})

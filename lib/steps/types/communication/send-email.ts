import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const oneLine = (value: string) => !/[\r\n]/.test(value)

export default defineStep({
  type: 'send-email',
  version: 1,
  title: 'Send e-mail',
  description:
    'Puts a mail into the outbox. E-mail leaves the house unprotected: put no patient data into it.',
  category: 'Communication',
  icon: 'mail',
  effect: 'idempotent',
  config: z.strictObject({
    to: z
      .array(
        z
          .email({ error: 'This is not an e-mail address.' })
          .max(254)
          .meta({ title: 'Address', description: 'name@example.com' }),
      )
      .min(1, 'Name at least one recipient.')
      .max(50, 'A mail has at most 50 recipients.')
      .meta({ title: 'To', description: 'The recipients; they see each other.' }),
    subject: z
      .string()
      .min(1, 'A mail needs a subject.')
      .max(500)
      .refine(oneLine, { error: 'A subject is one line.' })
      .meta({ title: 'Subject', description: 'One line.' }),
    text: z.string().max(200_000).default('').meta({ title: 'Text', description: 'Plain text.' }),
  }),
  output: z.object({
    mailId: z.uuid().meta({ title: 'Mail', description: 'The id of the mail in the outbox.' }),
  }),
  uiSchema: {
    to: { 'ui:options': { addLabel: 'Add a recipient' } },
    text: { 'ui:widget': 'textarea' },
  },
  retry: { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 60 },
  examples: [
    {
      title: 'Tell the team',
      config: {
        to: ['team@example.com'],
        subject: 'A referral was denied',
        text: 'The reason is in Rounds.',
      },
    },
  ],
  async execute({ config, run, task, idempotencyKey, services, signal }) {
    signal.throwIfAborted()
    return done(
      await fromProvider(
        services.sendMail(run.organizationId, {
          key: idempotencyKey,
          ...config,
          runId: run.id,
          taskId: task.id,
        }),
      ),
    )
  },
})

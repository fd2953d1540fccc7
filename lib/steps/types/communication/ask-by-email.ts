import { z } from 'zod'
import { mailContentSchema, mailFileSchema } from '#lib/domain/received-mail'
import { defineStep, done, suspend } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const oneLine = (value: string) => !/[\r\n]/.test(value)
const daySeconds = 86_400
const longestWaitSeconds = 366 * daySeconds

/** As the service ends the async result (lib/operations/received-mails/answer-waiting.ts). */
const answeredSchema = z.object({ mailId: z.uuid() })

export default defineStep({
  type: 'ask-by-email',
  version: 1,
  title: 'Ask by e-mail',
  description:
    'Mails a question to an address and goes on with the answer. E-mail leaves the house ' +
    'unprotected: put no patient data into it.',
  category: 'Communication',
  icon: 'mail-question-mark',
  says: ['To {to}: {subject}', 'To {to}'],
  // The address and the mail are rows with the key of the task.
  effect: 'idempotent',
  config: z.strictObject({
    to: z
      .email({ error: 'This is not an e-mail address.' })
      .max(254)
      .meta({ title: 'To', description: 'Who is asked. Whoever gets the mail may answer it.' }),
    subject: z
      .string()
      .min(1, 'A mail needs a subject.')
      .max(500)
      .refine(oneLine, { error: 'A subject is one line.' })
      .meta({ title: 'Subject', description: 'One line.' }),
    text: z.string().min(1, 'Write what you ask.').max(200_000).meta({
      title: 'Text',
      description: 'Plain text. The person answers this mail; files may be attached.',
    }),
    waitSeconds: z
      .number()
      .min(1)
      .max(longestWaitSeconds)
      .default(14 * daySeconds)
      .meta({ title: 'Wait at most', description: 'Then the step fails.' }),
  }),
  output: z.object({
    receivedMailId: z.uuid().meta({ title: 'Answer', description: 'The id of the mail.' }),
    ...mailContentSchema.shape,
    files: z.array(mailFileSchema).meta({ title: 'Files', description: 'Attachments.' }),
  }),
  uiSchema: { text: { 'ui:widget': 'textarea' }, waitSeconds: { 'ui:widget': 'seconds' } },
  retry: { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 60 },
  examples: [
    {
      title: 'Ask the practice for a document',
      config: {
        to: 'office@example.com',
        subject: 'A document is missing',
        text: 'Please answer this mail with the signed form.',
        waitSeconds: 1_209_600,
      },
    },
  ],
  async execute({ config, context, run, task, idempotencyKey, services, signal }) {
    signal.throwIfAborted()
    const { to, subject, text, waitSeconds } = config
    const of = { runId: run.id, taskId: task.id }
    const { address, asyncResultId } = await fromProvider(
      services.mailReplyAddress(run.organizationId, {
        key: idempotencyKey,
        workflowId: context.run.workflowId,
        ...of,
      }),
    )
    await fromProvider(
      services.sendMail(run.organizationId, {
        key: idempotencyKey,
        to: [to],
        replyTo: address,
        subject,
        text,
        ...of,
      }),
    )
    return suspend({
      reason: 'async-result',
      asyncResultId,
      what: 'An answer by mail',
      deadline: new Date(Date.now() + waitSeconds * 1000),
    })
  },
  async resume({ run, services, state }) {
    const id = String(state['asyncResultId'])
    const result = resultOrThrow(await services.asyncResult(run.organizationId, id), id)
    const { mailId } = answeredSchema.parse(result)
    const { content, files } = await fromProvider(services.receivedMail(run.organizationId, mailId))
    return done({ receivedMailId: mailId, ...content, files })
  },
})

import { z } from 'zod'
import {
  missingOfWay,
  subjectSchema,
  textSchema,
  validDaysSchema,
  wayFields,
} from '#lib/domain/secure-message'
import { codeWays, secureMessageLimits as limits } from '#lib/domain/secure-message-words'
import { defineStep, done, PermanentStepError, suspend } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const longestWaitSeconds = limits.validDays * 86_400

const fileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.number(),
})

/** As the service ends the async result (lib/operations/secure-messages/waiting.ts). */
const happenedSchema = z.object({ recipientId: z.uuid(), replyId: z.uuid().nullable() })

const whatOf = { read: 'A secure message to be read', replied: 'A reply to a secure message' }

export default defineStep({
  type: 'send-secure-email',
  version: 1,
  title: 'Send encrypted e-mail',
  description:
    'Mails a link. The recipient reads the message on a page of ours after a one-time code, and ' +
    'may reply there with files. It may carry patient data.',
  category: 'Communication',
  icon: 'lock-keyhole',
  says: ['To {to}: {subject}', 'To {to}'],
  // The message is a row with the key of the task, written with its mails in one transaction.
  effect: 'idempotent',
  config: z.strictObject({
    to: z
      .email({ error: 'This is not an e-mail address.' })
      .max(254)
      .meta({ title: 'To', description: 'The recipient’s e-mail address.' }),
    subject: subjectSchema,
    text: textSchema,
    files: z
      .array(z.string().min(1).max(100).meta({ title: 'File', description: 'The id of a file.' }))
      .max(limits.files, `A message has at most ${limits.files} files.`)
      .default([])
      .meta({ title: 'Attachments', description: 'Files of the run; 25 MB each at most.' }),
    codeWay: z
      .enum(codeWays)
      .default('mail')
      .meta({
        title: 'Code by',
        enumNames: ['Mail', 'A person, by telephone', 'Text message', 'A question'],
        description:
          'Mail is weaker: who reads the mailbox has link and code. By telephone: a person reads the code ' +
          'out (page Encrypted mails). A question: mail, and an answer that ' +
          'only the recipient knows.',
      }),
    ...wayFields,
    validDays: validDaysSchema,
    waitFor: z
      .enum(['nothing', 'read', 'replied'])
      .default('nothing')
      .meta({
        title: 'Wait for',
        enumNames: ['Nothing', 'Until it is read', 'A reply'],
        description: 'The run goes on when the message was read, or with the reply.',
      }),
    waitSeconds: z
      .number()
      .min(1)
      .max(longestWaitSeconds)
      .optional()
      .meta({
        title: 'Wait at most',
        description:
          'Then the step fails. Left out: until the message ends, then it ' + 'fails, too.',
      }),
    withdrawOnCancel: z.boolean().default(true).meta({
      title: 'Withdraw when the run is cancelled',
      description: 'The message is deleted then, and its link says that it was withdrawn.',
    }),
  }),
  output: z.object({
    messageId: z.uuid().meta({ title: 'Message', description: 'Its id, as in the API.' }),
    readAt: z.string().nullable().meta({
      title: 'Read',
      description: 'When; empty unless the step waited.',
    }),
    reply: z
      .object({ text: z.string(), at: z.string(), files: z.array(fileSchema) })
      .nullable()
      .meta({ title: 'Reply', description: 'Its text and files; empty unless the step waited.' }),
  }),
  uiSchema: {
    text: { 'ui:widget': 'textarea' },
    files: { 'ui:options': { addLabel: 'Add a file' } },
    waitSeconds: { 'ui:widget': 'seconds', 'ui:options': { advanced: true } },
    withdrawOnCancel: { 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 60 },
  examples: [
    {
      title: 'Ask the patient and go on with the reply',
      config: {
        to: 'ada@example.com',
        subject: 'A question about your referral',
        text: 'Please answer here, and attach the report of your doctor.',
        codeWay: 'question',
        question: 'What is the name of your first pet?',
        answer: 'Blue Heron',
        waitFor: 'nothing',
      },
    },
  ],
  async execute({ config, run, task, idempotencyKey, services, signal }) {
    const { to, codeWay, question, answer, phone, smsConnection, files, waitFor, ...rest } = config
    const missing = missingOfWay(config)
    if (missing) throw new PermanentStepError('invalid_config', missing)
    const { waitSeconds, ...message } = rest
    const sent = await fromProvider(
      services.sendSecureMessage(run.organizationId, {
        key: idempotencyKey,
        runId: run.id,
        taskId: task.id,
        recipients: [{ email: to, codeWay, question, answer, phone, smsConnection }],
        ...message,
        fileIds: files,
        waitFor: waitFor === 'nothing' ? undefined : waitFor,
        signal,
      }),
    )
    const { messageId, asyncResultId } = sent
    if (asyncResultId === null || waitFor === 'nothing')
      return done({ messageId, readAt: null, reply: null })
    return suspend({
      reason: 'async-result',
      asyncResultId,
      what: whatOf[waitFor],
      state: { messageId },
      ...(waitSeconds === undefined ? {} : { deadline: new Date(Date.now() + waitSeconds * 1000) }),
    })
  },
  async resume({ run, services, state, idempotencyKey }) {
    const id = String(state['asyncResultId'])
    const messageId = String(state['messageId'])
    const result = resultOrThrow(await services.asyncResult(run.organizationId, id), id)
    const { recipientId, replyId } = happenedSchema.parse(result)
    const { readAt, reply } = await fromProvider(
      services.secureMessageAnswer(run.organizationId, {
        messageId,
        recipientId,
        replyId,
        key: idempotencyKey,
        runId: run.id,
      }),
    )
    return done({ messageId, readAt, reply })
  },
})

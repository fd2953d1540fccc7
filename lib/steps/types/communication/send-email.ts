import { z } from 'zod'
import { mailStatuses } from '#lib/domain/mail/status'
import { suppressedMessage } from '#lib/domain/mail/suppressed'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import {
  defineStep,
  done,
  PermanentStepError,
  suspend,
  type StepExecution,
} from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const oneLine = (value: string) => !/[\r\n]/.test(value)
const maxRecipients = 50
const dayInSeconds = 86_400

const address = z
  .email({ error: 'This is not an e-mail address.' })
  .max(254)
  .meta({ title: 'Address', description: 'name@example.com' })
const copies = (title: string, description: string) =>
  z.array(address).max(maxRecipients).default([]).meta({ title, description })

const outputSchema = z.object({
  mailId: z.uuid().meta({ title: 'Mail', description: 'The id of the mail in the outbox.' }),
  status: z.enum(mailStatuses).meta({
    title: 'Status',
    description:
      'How far it has got: queued, sent, delivered, bounced, complained, kept, failed or suppressed.',
  }),
  error: z.string().nullable().meta({
    title: 'Reason',
    description: 'Why it got no further, as the other side said.',
    phi: true,
  }),
  suppressed: z.array(z.string()).meta({
    title: 'Left out',
    description: 'Recipients who did not get it, because their addresses are suppressed.',
    phi: true,
  }),
  version: z.int().nullable().meta({
    title: 'Version',
    description: 'Of the template: the newest when the run began; empty without one.',
  }),
})

/** What the step keeps while it waits. */
const stateSchema = outputSchema.pick({ mailId: true, suppressed: true, version: true })

type Execution = Pick<
  StepExecution<
    { template: string; data: Record<string, unknown>; subject: string; text: string },
    undefined
  >,
  'config' | 'context' | 'run' | 'idempotencyKey' | 'services' | 'signal'
>

/** What the mail says: what is written in the step, or the template filled with its data. */
async function contentOf(execution: Execution) {
  const { config, context, run, idempotencyKey, services, signal } = execution
  const { template, data, text } = config
  if (template === '') {
    if (config.subject !== '') return { subject: config.subject, text, html: null, version: null }
    const message = 'A mail needs a subject: write one, or choose a template.'
    throw new PermanentStepError('invalid_config', message)
  }
  if (text !== '') {
    const message =
      'The text comes from the template. Leave the field Text empty, or choose no template.'
    throw new PermanentStepError('invalid_config', message)
  }
  const filled = await fromProvider(
    services.fillTemplate(run.organizationId, {
      key: idempotencyKey,
      run: { id: run.id, startedAt: run.startedAt },
      workflowId: context.run.workflowId,
      timeZone: context.run.timeZone,
      template,
      kind: 'mail',
      data,
      fileName: undefined,
      signal,
    }),
  )
  const subject = config.subject || (filled.subject ?? '').replaceAll(/\s+/g, ' ').trim()
  return { subject, text: filled.text ?? '', html: filled.html, version: filled.version }
}

export default defineStep({
  type: 'send-email',
  version: 1,
  title: 'Send e-mail',
  description:
    'Puts a mail into the outbox, written here or from a template. E-mail leaves the house ' +
    'unprotected: put no patient data into it.',
  category: 'Communication',
  icon: 'mail',
  says: ['To {to}: {subject}', 'To {to}: {template:template}', 'To {to}'],
  effect: 'idempotent',
  config: z.strictObject({
    to: z
      .array(address)
      .min(1, 'Name at least one recipient.')
      .max(maxRecipients, `A mail has at most ${maxRecipients} recipients.`)
      .meta({ title: 'To', description: 'The recipients; they see each other.' }),
    template: z
      .string()
      .trim()
      .max(64)
      .default('')
      .meta({
        title: 'Template',
        description: 'A mail template, which gives subject, text and HTML.',
        examples: [''],
      }),
    data: jsonObjectSchema.default({}).meta({
      title: 'Data',
      description: 'A value for each placeholder of the template, by its name.',
      examples: [{}],
    }),
    subject: z
      .string()
      .max(500)
      .refine(oneLine, { error: 'A subject is one line.' })
      .default('')
      .meta({
        title: 'Subject',
        description: 'One line. Empty: that of the template.',
        examples: ['A referral was denied'],
      }),
    text: z
      .string()
      .max(200_000)
      .default('')
      .meta({ title: 'Text', description: 'Plain text. With a template: leave it empty.' }),
    attachments: z
      .array(z.string().min(1).max(100).meta({ title: 'File', description: 'The id of a file.' }))
      .max(20, 'A mail has at most 20 attachments.')
      .default([])
      .meta({
        title: 'Attachments',
        description: 'Files of the run: 10 MB each, 18 MB together at most.',
      }),
    cc: copies('Copies', 'More recipients, whom all see.'),
    bcc: copies('Blind copies', 'More recipients, whom nobody sees.'),
    replyTo: z
      .union([z.literal(''), address])
      .default('')
      .meta({
        title: 'Answers to',
        description: 'Where answers go; empty: where those to the organization go.',
        examples: ['intake@example.com'],
      }),
    onSuppressed: z
      .enum(['fail', 'skip'])
      .default('fail')
      .meta({
        title: 'Suppressed addresses',
        enumNames: ['Fail', 'Leave them out'],
        description:
          'An address whose mails bounced, or whose owner complained. Fail: nobody gets the mail, ' +
          'and the step fails. Leave them out: the others get it.',
      }),
    waitFor: z
      .enum(['nothing', 'sent', 'delivered'])
      .default('nothing')
      .meta({
        title: 'Wait for',
        enumNames: ['Nothing', 'Until it is sent', 'Until it is delivered'],
        description:
          'Sent: the mail server took it. Delivered: also for news of delivery or a bounce, where ' +
          'somebody tells. The status then says what became of it.',
      }),
    waitSeconds: z
      .number()
      .min(1)
      .max(30 * dayInSeconds)
      .default(dayInSeconds)
      .meta({
        title: 'Wait at most',
        description: 'Then the run goes on with the status as it is.',
      }),
  }),
  output: outputSchema,
  uiSchema: {
    to: { 'ui:options': { addLabel: 'Add a recipient' } },
    template: { 'ui:widget': 'template', 'ui:options': { kind: 'mail' } },
    data: { 'ui:widget': 'template-data', 'ui:unless': { template: [''] } },
    text: { 'ui:widget': 'textarea', 'ui:when': { template: [''] } },
    attachments: { 'ui:options': { addLabel: 'Add a file' } },
    cc: { 'ui:options': { addLabel: 'Add a recipient', advanced: true } },
    bcc: { 'ui:options': { addLabel: 'Add a recipient', advanced: true } },
    replyTo: { 'ui:options': { advanced: true } },
    onSuppressed: { 'ui:options': { advanced: true } },
    waitFor: { 'ui:options': { advanced: true } },
    waitSeconds: { 'ui:widget': 'seconds', 'ui:options': { advanced: true } },
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
  async execute(execution) {
    const { config, run, task, idempotencyKey, services, signal } = execution
    signal.throwIfAborted()
    const { to, cc, bcc, attachments, replyTo, waitFor, waitSeconds } = config
    const { subject, text, html, version } = await contentOf(execution)
    const sent = await fromProvider(
      services.sendMail(run.organizationId, {
        key: idempotencyKey,
        to,
        cc,
        bcc,
        ...(replyTo === '' ? {} : { replyTo }),
        subject,
        text,
        ...(html ? { html } : {}),
        attachments,
        onSuppressed: config.onSuppressed === 'fail' ? 'refuse' : 'skip',
        ...(waitFor === 'nothing' ? {} : { wait: { for: waitFor, seconds: waitSeconds } }),
        runId: run.id,
        taskId: task.id,
      }),
    )
    const { mailId, status, suppressed, asyncResultId } = sent
    if (status === 'suppressed' && config.onSuppressed === 'fail')
      throw new PermanentStepError('address_suppressed', suppressedMessage, { mailId })
    const state = { mailId, suppressed, version }
    if (asyncResultId === null) return done({ ...state, status, error: null })
    return suspend({ reason: 'async-result', asyncResultId, what: 'News of a mail', state })
  },
  async resume({ run, services, state }) {
    const kept = stateSchema.parse(state)
    const { status, error } = await fromProvider(
      services.mailStatus(run.organizationId, kept.mailId),
    )
    return done({ ...kept, status, error })
  },
})

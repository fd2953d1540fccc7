import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { faxFields, faxRetryAt, faxRetryFields } from '#lib/domain/provider/fax'
import {
  faxFailureMessages,
  faxFailures,
  faxStates,
  type FaxFailure,
} from '#lib/domain/provider/fax-words'
import {
  defineStep,
  done,
  PermanentStepError,
  StepError,
  suspend,
  type StepExecution,
  type StepResult,
} from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const configSchema = z.strictObject({
  connection: z
    .string()
    .min(1, 'Choose a connection.')
    .max(64)
    .meta({ title: 'Connection', description: 'Who sends it.' }),
  ...faxFields,
  ...faxRetryFields,
  whenNotSent: z
    .enum(['fail', 'go-on'])
    .default('fail')
    .meta({
      title: 'When it is not sent',
      enumNames: ['Fail', 'Go on'],
      description:
        'Fail: the step fails, with the reason. Go on: the run goes on, and its next steps see the ' +
        'reason, for example to send a letter instead.',
    }),
})
const resultSchema = z.object({
  faxId: z.string(),
  status: z.enum(faxStates),
  pages: z.int().nullable(),
  failure: z.enum(faxFailures).nullable(),
})

type Execution = StepExecution<z.output<typeof configSchema>, 'fax'>

/** Sends the fax for the `attempt`-th time and waits until its provider says how that ended. */
async function send(execution: Execution, attempt: number): Promise<StepResult<never>> {
  const { config, context, services, run, idempotencyKey, mayHaveHappened, signal } = execution
  const { connection, to, files, cover, tries, pauseMinutes, longestPauseMinutes } = config
  signal.throwIfAborted()
  const sending = services.sendFax(run.organizationId, {
    key: `step:${idempotencyKey}:${attempt}`,
    runId: run.id,
    connection,
    to,
    files,
    cover,
    timeZone: context.run.timeZone,
    createdBy: 'a workflow',
    takeOver: mayHaveHappened,
    tries: {
      series: idempotencyKey,
      number: attempt,
      retry: { tries, pauseMinutes, longestPauseMinutes },
    },
    signal,
  })
  const { asyncResultId } = await fromProvider(
    sending.catch((error: unknown) => {
      if (error instanceof ApiError && error.details['outcome'] === 'unknown')
        throw new StepError('outcome_unknown', error.message, error.details)
      throw error
    }),
  )
  return suspend({
    reason: 'async-result',
    asyncResultId,
    what: `A fax by ${connection}`,
    state: { asyncResultId, attempt },
  })
}

type Reason = FaxFailure | 'cancelled'

/** The end without the fax having been sent: a failure, or an output that says so. */
function notSent(
  { config }: Execution,
  reason: Reason,
  { faxId, pages, tries }: { faxId: string; pages: number | null; tries: number },
) {
  const message =
    reason === 'cancelled' ? 'The fax was cancelled at its provider.' : faxFailureMessages[reason]
  if (config.whenNotSent === 'fail')
    throw new PermanentStepError(`fax_${reason}`, message, { faxId, tries })
  return done({ faxId, sent: false, failure: { code: reason, message }, pages, tries })
}

export default defineStep({
  type: 'send-fax',
  version: 1,
  title: 'Send fax',
  description: 'Faxes PDFs, tries again while the line is busy, and waits until they are through.',
  category: 'Communication',
  icon: 'printer',
  says: ['To {to} by {connection:connection}', 'To {to}'],
  // No fax service has idempotency keys: a repeated call is a second fax.
  effect: 'unsafe',
  connection: 'fax',
  config: configSchema,
  output: z.object({
    faxId: z.string().meta({ title: 'Fax', description: 'Its id in the list of faxes.' }),
    sent: z.boolean().meta({ title: 'Sent', description: 'False only where the run goes on.' }),
    failure: z
      .object({ code: z.enum([...faxFailures, 'cancelled']), message: z.string() })
      .nullable()
      .meta({
        title: 'Failure',
        description:
          'Why it was not sent, in words, and as a code that is the same for all of its kind.',
      }),
    pages: z.int().nullable().meta({ title: 'Pages', description: 'As the provider counted.' }),
    tries: z.int().meta({ title: 'Tries', description: 'How often it was sent.' }),
  }),
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    files: { 'ui:options': { addLabel: 'Add a PDF' } },
    cover: { notes: { 'ui:widget': 'textarea' } },
    tries: { 'ui:options': { advanced: true } },
    pauseMinutes: { 'ui:options': { advanced: true } },
    longestPauseMinutes: { 'ui:options': { advanced: true } },
    whenNotSent: { 'ui:options': { advanced: true } },
  },
  examples: [
    {
      title: 'An appeal to a payer',
      config: {
        connection: 'sandbox',
        to: '+12125550123',
        files: [{ $: 'start.appeal.id' }],
        cover: { recipientName: 'Appeals', senderName: 'Cedar Clinic', subject: 'An appeal' },
      },
    },
  ],
  execute: async (execution) => await send(execution, 1),
  async resume(execution) {
    const { config, state, services, run } = execution
    const attempt = Number(state['attempt'])
    if (state['paused'] === true) return await send(execution, attempt + 1)
    const id = String(state['asyncResultId'])
    const ended = await services.asyncResult(run.organizationId, id)
    const { faxId, status, pages, failure } = resultSchema.parse(resultOrThrow(ended, id))
    const known = { faxId, pages, tries: attempt }
    if (status === 'delivered') return done({ ...known, sent: true, failure: null })
    if (status === 'cancelled') return notSent(execution, 'cancelled', known)
    const until = faxRetryAt(config, { tryNumber: attempt, failure, endedAt: new Date() })
    if (until === null) return notSent(execution, failure ?? 'refused', known)
    return suspend({ reason: 'until', until, state: { attempt, paused: true } })
  },
})

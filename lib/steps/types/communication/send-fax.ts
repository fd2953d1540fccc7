import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { faxFailureMessages, faxFailures, faxFields, faxStates } from '#lib/domain/provider/fax'
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
  tries: z.int().min(1).max(10).default(3).meta({
    title: 'Tries',
    description: 'How often it is sent at most when the line is busy, breaks or nobody answers.',
  }),
  pauseMinutes: z
    .number()
    .min(0)
    .max(1440)
    .default(5)
    .meta({ title: 'Pause', description: 'Minutes between two tries.' }),
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
  const { config, services, run, idempotencyKey, mayHaveHappened, signal } = execution
  const { connection, to, files, cover } = config
  signal.throwIfAborted()
  const sending = services.sendFax(run.organizationId, {
    key: `step:${idempotencyKey}:${attempt}`,
    runId: run.id,
    connection,
    to,
    files,
    cover,
    createdBy: 'a workflow',
    takeOver: mayHaveHappened,
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

export default defineStep({
  type: 'send-fax',
  version: 1,
  title: 'Send fax',
  description: 'Faxes PDFs, tries again while the line is busy, and waits until they are through.',
  category: 'Communication',
  icon: 'printer',
  // No fax service has idempotency keys: a repeated call is a second fax.
  effect: 'unsafe',
  connection: 'fax',
  config: configSchema,
  output: z.object({
    faxId: z.string().meta({ title: 'Fax', description: 'Its id in the list of faxes.' }),
    pages: z.int().nullable().meta({ title: 'Pages', description: 'As the provider counted.' }),
    tries: z.int().meta({ title: 'Tries', description: 'How often it was sent.' }),
  }),
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    files: { 'ui:options': { addLabel: 'Add a PDF' } },
    tries: { 'ui:options': { advanced: true } },
    pauseMinutes: { 'ui:options': { advanced: true } },
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
    if (status === 'delivered') return done({ faxId, pages, tries: attempt })
    const details = { faxId, tries: attempt }
    if (status === 'cancelled')
      throw new PermanentStepError(
        'fax_cancelled',
        'The fax was cancelled at its provider.',
        details,
      )
    const reason = failure ?? 'refused'
    if (reason === 'refused' || attempt >= config.tries)
      throw new PermanentStepError(`fax_${reason}`, faxFailureMessages[reason], details)
    return suspend({
      reason: 'until',
      until: new Date(Date.now() + config.pauseMinutes * 60_000),
      state: { attempt, paused: true },
    })
  },
})

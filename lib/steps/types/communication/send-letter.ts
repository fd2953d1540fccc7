import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressPolicies, type AddressCheck } from '#lib/domain/provider/address-check'
import { letterFields, type LetterAddress } from '#lib/domain/provider/letter'
import { letterStatuses } from '#lib/domain/provider/letter-words'
import {
  defineStep,
  done,
  PermanentStepError,
  suspend,
  type StepExecution,
  type StepResult,
} from '../../define-step.ts'
import { addressAnswer, addressScreen } from '../../support/address-screen.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const configSchema = z.strictObject({
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
  addressCheck: z
    .enum(addressPolicies)
    .default('ask')
    .meta({
      title: 'Address check',
      enumNames: [
        'Ask a person',
        'Use the correction',
        'Keep what was given',
        'Fail',
        'Do not check',
      ],
      description:
        'When the recipient’s address has to be corrected or is doubtful: ask a person, use the ' +
        'correction, keep what was given, or fail. Nothing is sent to an address that cannot be ' +
        'delivered to, unless nothing is checked.',
    }),
  waitFor: z
    .enum(['nothing', 'end'])
    .default('nothing')
    .meta({
      title: 'Wait for',
      enumNames: ['Nothing', 'Until it is delivered or returned'],
      description:
        'Until it is delivered or returned to its sender: that takes days, and the status says ' +
        'which.',
    }),
  waitDays: z.int().min(1).max(60).optional().meta({
    title: 'Wait at most',
    description: 'Days; then the step fails. Left out: 60 days.',
  }),
})

const outputSchema = z.object({
  trackingId: z.string().meta({
    title: 'Tracking id',
    description: 'Follows the letter: GET /api/v2/communication/letters/{trackingId}.',
  }),
  status: z.enum(letterStatuses).meta({
    title: 'Status',
    description:
      'Where the letter is, right after it was taken; or how it ended: delivered or ' +
      'returned to its sender.',
  }),
  expectedDeliveryDate: z
    .string()
    .nullable()
    .meta({ title: 'Expected delivery', description: 'YYYY-MM-DD, if the provider says.' }),
  trackingNumber: z
    .string()
    .nullable()
    .meta({ title: 'Carrier’s number', description: 'Of certified mail; plain mail has none.' }),
})

/** As the service ends the async result (lib/operations/letters/letter-result.ts). */
const endedSchema = outputSchema.pick({ trackingId: true, status: true, trackingNumber: true })

type Execution = StepExecution<z.output<typeof configSchema>, 'letters'>
type Result = Promise<StepResult<z.output<typeof outputSchema>>>

const ask = (given: LetterAddress, check: AddressCheck) =>
  suspend({ reason: 'screen', ...addressScreen(given, check) })

/** Sends the letter to the configured address, or to the one that a person confirmed. */
async function send(execution: Execution, confirmed?: LetterAddress): Result {
  const { config, services, run, idempotencyKey: key, signal } = execution
  const { connection, fileId, from, metadata, color, doubleSided, extraService } = config
  const to = confirmed ?? config.to
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
    extraService,
    addressPolicy: config.addressCheck,
    confirmed: confirmed !== undefined,
    waits: config.waitFor === 'end',
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
  if ('undecided' in letter) return ask(to, letter.undecided)
  const { asyncResultId, ...output } = letter
  if (asyncResultId === null) return done(output)
  const { waitDays } = config
  return suspend({
    reason: 'async-result',
    asyncResultId,
    what: `A letter by ${connection}`,
    state: { asyncResultId, expectedDeliveryDate: output.expectedDeliveryDate },
    ...(waitDays === undefined ? {} : { deadline: new Date(Date.now() + waitDays * 86_400_000) }),
  })
}

export default defineStep({
  type: 'send-letter',
  version: 1,
  title: 'Send letter',
  description:
    'Prints a PDF and mails it as a physical letter, by certified mail if wanted. It checks the ' +
    'address first, and may wait until the letter is delivered or returned.',
  category: 'Communication',
  icon: 'mails',
  says: ['To {to.name}', 'By {connection:connection}'],
  // The letter's row is the provider's idempotency key, so a repeated call is the same letter.
  effect: 'idempotent',
  connection: 'letters',
  config: configSchema,
  output: outputSchema,
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    to: { 'ui:widget': 'postal-address' },
    from: { 'ui:widget': 'postal-address' },
    metadata: { 'ui:options': { advanced: true } },
    waitDays: { 'ui:options': { advanced: true } },
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
  execute: async (execution) => await send(execution),
  async resume(execution) {
    const { state, answer, services, run } = execution
    if (state['reason'] === 'screen') {
      const chosen = addressAnswer(answer, state)
      return 'again' in chosen ? ask(chosen.given, chosen.again) : await send(execution, chosen.to)
    }
    const id = String(state['asyncResultId'])
    const ended = resultOrThrow(await services.asyncResult(run.organizationId, id), id)
    const letter = endedSchema.parse(ended)
    if (letter.status === 'failed' || letter.status === 'cancelled')
      throw new PermanentStepError(
        `letter_${letter.status}`,
        letter.status === 'failed'
          ? 'The provider could not print or mail this letter.'
          : 'The letter was cancelled at its provider.',
        { trackingId: letter.trackingId },
      )
    const expected = z.string().nullable().catch(null).parse(state['expectedDeliveryDate'])
    return done({ ...letter, expectedDeliveryDate: expected })
  },
})

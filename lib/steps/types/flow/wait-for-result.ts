import { z } from 'zod'
import { defineStep, done, PermanentStepError, suspend } from '../../define-step.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const longest = 100 * 366 * 24 * 60 * 60

export default defineStep({
  type: 'wait-for-result',
  version: 1,
  title: 'Wait for result',
  description:
    'Waits for an async result that an outside system or a sleep completes. ' +
    'Costs nothing while it waits.',
  category: 'Flow',
  icon: 'hourglass',
  says: ['At most {timeoutSeconds:length}'],
  effect: 'read',
  retryable: false,
  config: z.strictObject({
    asyncResultId: z.string().trim().min(1, 'Give the id of an async result.').max(64).meta({
      title: 'Async result',
      description: 'Its id, which an earlier step or the start gave.',
    }),
    timeoutSeconds: z.number().min(1).max(longest).optional().meta({
      title: 'Wait at most',
      description: 'Then the step fails. Left out: as long as it takes.',
    }),
  }),
  output: z
    .unknown()
    .meta({ title: 'Result', description: 'What the async result was completed with.' }),
  uiSchema: { timeoutSeconds: { 'ui:widget': 'seconds' } },
  examples: [
    {
      title: 'An answer of an outside system',
      config: { asyncResultId: { $: 'start.asyncResultId' }, timeoutSeconds: 86_400 },
    },
  ],
  async execute({ config: { asyncResultId, timeoutSeconds }, services, run, signal }) {
    signal.throwIfAborted()
    const found = await services.asyncResult(run.organizationId, asyncResultId)
    if (!found)
      throw new PermanentStepError(
        'not_found',
        `There is no async result "${asyncResultId}" in this organization.`,
        { asyncResultId },
      )
    if (found.status !== 'pending') return done(resultOrThrow(found, asyncResultId))
    const deadline =
      timeoutSeconds === undefined ? {} : { deadline: new Date(Date.now() + timeoutSeconds * 1000) }
    return suspend({
      reason: 'async-result',
      asyncResultId: found.id,
      ...(found.description ? { what: found.description } : {}),
      ...deadline,
    })
  },
  async resume({ services, run, state }) {
    const id = String(state['asyncResultId'])
    return done(resultOrThrow(await services.asyncResult(run.organizationId, id), id))
  },
})

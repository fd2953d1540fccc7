import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { engineDb } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { Effect } from '#lib/domain/statuses'
import {
  defineStep,
  done,
  suspend,
  type StepExecution,
  type StepResult,
  type StepType,
} from '#lib/steps/define-step'

/** A step type of a test: any config, any output. */
export function testStep(
  type: string,
  effect: Effect,
  execute: (
    execution: StepExecution<Record<string, unknown>, undefined>,
  ) => Promise<StepResult<unknown>>,
  more: {
    retry?: { maxAttempts: number; delaySeconds: number; factor: number; maxDelaySeconds: number }
    category?: 'Data' | 'Code'
  } = {},
): StepType {
  const { category = 'Data', ...rest } = more
  const text = {
    version: 1,
    title: type,
    description: 'A step of a test.',
    icon: 'square',
    examples: [],
  }
  return defineStep({
    type,
    effect,
    category,
    ...text,
    ...rest,
    config: z.record(z.string(), z.unknown()),
    output: z.unknown(),
    execute,
  })
}

/** Its output is its `value`; it leaves by its `via`. */
export const echo = testStep('echo', 'pure', async ({ config }) =>
  done(config['value'] ?? null, config['via'] as string | undefined),
)

const any = { config: z.record(z.string(), z.unknown()), output: z.unknown(), examples: [] }

/** Asks a person. */
export const ask = defineStep({
  ...any,
  type: 'ask',
  version: 1,
  title: 'Ask',
  description: 'A screen of a test.',
  category: 'People',
  icon: 'square',
  effect: 'pure',
  screen: true,
  execute: async () =>
    suspend({
      reason: 'screen',
      screen: { title: 'Ask', instructions: '', show: [], schema: {}, uiSchema: {}, data: {} },
    }),
  resume: async ({ answer }) => done(answer),
})

/** Waits `ms` milliseconds. */
export const pause = defineStep({
  ...any,
  type: 'pause',
  version: 1,
  title: 'Pause',
  description: 'A wait of a test.',
  category: 'Flow',
  icon: 'square',
  effect: 'pure',
  execute: async ({ config }) =>
    suspend({
      reason: 'until',
      until: new Date(Date.now() + Number(config['ms'])),
      state: { asked: config['ms'] },
    }),
  resume: async ({ state }) => done(state['asked']),
})

const readResult = async (id: string): Promise<unknown> =>
  (
    await engineDb()
      .select({ result: asyncResults.result })
      .from(asyncResults)
      .where(eq(asyncResults.id, id))
  )[0]?.result ?? null

/**
 * Waits for the async result `id`, without a check that it exists; the wait fails `deadlineMs` from
 * now.
 */
const waitFor = (type: string): StepType =>
  defineStep({
    ...any,
    type,
    version: 1,
    title: 'Wait for result',
    description: 'A wait of a test.',
    category: 'Flow',
    icon: 'square',
    effect: 'pure',
    async execute({ config }) {
      const deadline = config['deadlineMs']
        ? { deadline: new Date(Date.now() + Number(config['deadlineMs'])) }
        : {}
      return suspend({
        reason: 'async-result',
        asyncResultId: String(config['id']),
        what: 'A test',
        ...deadline,
      })
    },
    resume: async ({ state }) => done(await readResult(String(state['asyncResultId']))),
  })
export const waitResult = waitFor('wait_result')
/** In a worker process its attempt never ends (`worker-process.ts`). */
export const holdResult = waitFor('hold_result')

import { z } from 'zod'
import { isExpression } from '../domain/definition.ts'
import { evaluate, ExpressionError } from '../domain/expressions.ts'
import { defineStep, done, PermanentStepError, suspend, type BodyOutput, type ChildEnd, type RunContext, type StepResult } from './define-step.ts'

/** What the steps of the body and the condition read as `item`. */
type Round = { index: number; last: unknown }
type Config = { condition: unknown; checkFirst: boolean; maxRounds: number }
type Ended = { rounds: number; last: unknown }

/** The body once more, as a child run of its own; the loop's task waits for it. */
const again = (round: Round): StepResult<never> =>
  suspend({ reason: 'child-run', children: [{ kind: 'body', items: [round], from: round.index, parallel: 1, stopAtFailure: true }], state: { round: round.index } })

async function holds(condition: unknown, context: RunContext, item: Round, now: Date): Promise<boolean> {
  try {
    const value = isExpression(condition) ? await evaluate(condition.$, { ...context, item }, { now }) : condition
    if (typeof value === 'boolean' || value === null) return value ?? false
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new PermanentStepError('expression_failed', error.message, { path: 'condition', code: error.code })
  }
  throw new PermanentStepError('config_invalid', 'The condition must come out true or false. Write a comparison, for example item.last.more = true.', { path: 'condition' })
}

async function next(config: Config, context: RunContext, round: Round, now: Date, look: boolean): Promise<StepResult<Ended>> {
  if (look && !(await holds(config.condition, context, round, now))) return done({ rounds: round.index, last: round.last }, 'done')
  if (round.index < config.maxRounds) return again(round)
  throw new PermanentStepError('too_many_rounds', `The condition still held after ${config.maxRounds} rounds, the most that this loop allows.`, { rounds: round.index })
}

export default defineStep({
  type: 'while',
  version: 1,
  title: 'While',
  description: 'Repeats steps as long as a condition holds. They hang under “each”; then it goes on by “done”.',
  category: 'Flow',
  icon: 'rotate-cw',
  effect: 'pure',
  config: z.strictObject({
    condition: z
      .unknown()
      .refine((value) => typeof value === 'boolean' || isExpression(value), { error: 'Write the condition as an expression.' })
      .meta({ type: 'boolean', title: 'As long as', description: 'item.last is the output of the round before (null at first), item.index the number of rounds done.' }),
    checkFirst: z.boolean().default(true).meta({ title: 'Look before the first round', description: 'Off: the steps run at least once.' }),
    maxRounds: z.int().min(1).max(10_000).default(100).meta({ title: 'Most rounds', description: 'When the condition still holds after so many rounds, the step fails.' }),
  }),
  output: z.object({
    rounds: z.int().meta({ title: 'Rounds', description: 'How often the steps ran.' }),
    last: z.unknown().meta({ title: 'Last', description: 'The output of the last round: of its last step, or of several last steps by their ids.' }),
  }),
  uiSchema: { condition: { 'ui:widget': 'expression' } },
  branches: { fixed: ['each', 'done'] },
  deferred: ['condition'],
  examples: [{ title: 'Until there is no further page', config: { condition: { $: 'item.index = 0 or item.last.nextCursor != null' }, checkFirst: true, maxRounds: 50 } }],
  async execute({ config, context, run }) {
    return await next(config, context, { index: 0, last: null }, run.startedAt, config.checkFirst)
  },
  async resume({ config, context, run, answer, state }) {
    const [end] = answer as ChildEnd[]
    const round = Number(state['round'])
    if (end?.status !== 'completed') {
      const { code, message, stepId } = end?.error ?? { code: 'child_lost', message: 'The round is not there any more.' }
      throw new PermanentStepError(code, `Round ${round + 1} failed: ${message}`, { round, stepId })
    }
    return await next(config, context, { index: round + 1, last: (end.output as BodyOutput).results[0] ?? null }, run.startedAt, true)
  },
})

import { z } from 'zod'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { holdsForItem } from '../../support/holds-for-item.ts'
import {
  defineStep,
  done,
  PermanentStepError,
  suspend,
  type BodyOutput,
  type ChildEnd,
  type StepExecution,
  type StepResult,
} from '../../define-step.ts'

/** The value of `item` for the steps of the body and the condition. */
type Round = { index: number; last: unknown }
type Config = { condition: unknown; checkFirst: boolean; maxRounds: number }
type Ended = { rounds: number; last: unknown }

/** Runs the body once more as a child run; the loop's task waits for it. */
const again = (round: Round): StepResult<never> =>
  suspend({
    reason: 'child-run',
    children: [
      { kind: 'body', items: [round], from: round.index, parallel: 1, stopAtFailure: true },
    ],
    state: { round: round.index },
  })

type Execution = StepExecution<Config, undefined>

const holds = async (execution: Execution, item: Round): Promise<boolean> =>
  await holdsForItem({
    execution,
    field: 'condition',
    condition: execution.config.condition,
    item,
    index: item.index,
    example: 'item.last.more = true',
  })

async function next(execution: Execution, round: Round, look: boolean): Promise<StepResult<Ended>> {
  const { maxRounds } = execution.config
  if (look && !(await holds(execution, round)))
    return done({ rounds: round.index, last: round.last }, 'done')
  if (round.index < maxRounds) return again(round)
  throw new PermanentStepError(
    'too_many_rounds',
    `The condition still held after ${maxRounds} rounds, the most that this loop allows.`,
    { rounds: round.index },
  )
}

export default defineStep({
  type: 'while',
  version: 1,
  title: 'While',
  description:
    'Repeats steps as long as a condition holds. They hang under “each”; then it goes on by “done”.',
  category: 'Flow',
  icon: 'rotate-cw',
  says: ['As long as {condition}'],
  effect: 'pure',
  config: z.strictObject({
    condition: z
      .unknown()
      .refine((value) => typeof value === 'boolean' || isExpression(value), {
        error: 'Write the condition as an expression.',
      })
      .meta({
        type: 'boolean',
        title: 'As long as',
        description:
          'item.last is the output of the round before (nothing at first), item.index the number ' +
          'of rounds done.',
      }),
    checkFirst: z.boolean().default(true).meta({
      title: 'Look before the first round',
      description: 'Off: the steps run at least once.',
    }),
    maxRounds: z.int().min(1).max(10_000).default(100).meta({
      title: 'Most rounds',
      description: 'When the condition still holds after so many rounds, the step fails.',
    }),
  }),
  output: z.object({
    rounds: z.int().meta({ title: 'Rounds', description: 'How often the steps ran.' }),
    last: z.unknown().meta({
      title: 'Last',
      description:
        'The output of the last round: of its last step, or of several last steps by their ids.',
    }),
  }),
  uiSchema: { condition: { 'ui:widget': 'expression' } },
  branches: { fixed: ['each', 'done'] },
  deferred: ['condition'],
  examples: [
    {
      title: 'Until there is no further page',
      config: {
        condition: { $: 'item.index = 0 or item.last.nextCursor != null' },
        checkFirst: true,
        maxRounds: 50,
      },
    },
  ],
  async execute(execution) {
    return await next(execution, { index: 0, last: null }, execution.config.checkFirst)
  },
  async resume({ answer, state, ...execution }) {
    const [end] = answer as ChildEnd[]
    const round = Number(state['round'])
    if (end?.status !== 'completed') {
      const { code, message, stepId } = end?.error ?? {
        code: 'child_lost',
        message: 'The round is not there any more.',
      }
      throw new PermanentStepError(code, `Round ${round + 1} failed: ${message}`, { round, stepId })
    }
    const last = (end.output as BodyOutput).results[0] ?? null
    return await next(execution, { index: round + 1, last }, true)
  },
})

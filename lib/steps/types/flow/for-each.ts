import { z } from 'zod'
import { bodyOutputsOf } from '../../support/body-outputs.ts'
import {
  defineStep,
  done,
  PermanentStepError,
  suspend,
  type ChildEnd,
  type ChildRun,
} from '../../define-step.ts'

const maxItems = 10_000
/**
 * Items of one child run when the loop has no limit: few enough for other workers to share the
 * work, many enough that a run costs little per item.
 */
const batch = 50
/** How many steps one run executes at once (`maxParallel` of a turn). */
const parallelInRun = 20

/**
 * The ranges of items for child runs. With a limit there are as many runs as may be active at once,
 * each with its share of the limit, so that the limit holds across all workers without a shared
 * counter.
 */
function partsOf(items: unknown[], limit: number | undefined, stopAtFailure: boolean): ChildRun[] {
  const runs = Math.min(Math.ceil(items.length / batch), limit ?? Infinity)
  const parallel = limit === undefined ? parallelInRun : Math.max(Math.floor(limit / runs), 1)
  const size = Math.ceil(items.length / runs)
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => ({
    kind: 'body',
    from: index * size,
    items: items.slice(index * size, (index + 1) * size),
    parallel,
    stopAtFailure,
  }))
}

export default defineStep({
  type: 'for-each',
  version: 1,
  title: 'For each',
  description:
    'Repeats steps for every item of a list. They hang under “each” and read it as item; ' +
    'the results go on by “done”, in the order of the list.',
  category: 'Flow',
  icon: 'repeat',
  says: ['Each of {items}'],
  effect: 'pure',
  config: z.strictObject({
    items: z
      .array(z.unknown())
      .max(maxItems, `A loop takes at most ${maxItems} items.`)
      .meta({
        title: 'Items',
        description: `The list, at most ${maxItems.toLocaleString('en-US')} items.`,
      }),
    concurrency: z.int().min(1).max(1000).optional().meta({
      title: 'At once',
      description:
        'How many items are worked on at once; empty for as many as the workers can take.',
    }),
    continueOnError: z.boolean().default(false).meta({
      title: 'Go on after errors',
      description: 'An item that fails does not stop the others; the output tells which failed.',
    }),
  }),
  output: z.object({
    results: z.array(z.unknown()).meta({
      title: 'Results',
      description:
        'One for each item: the output of the last step, or of several last steps by their ids; ' +
        'nothing for an item that failed.',
    }),
    failures: z
      .array(
        z.object({
          item: z.int(),
          code: z.string(),
          message: z.string(),
          stepId: z.string().optional(),
        }),
      )
      .meta({ title: 'Failures', description: 'Which items failed (counted from 0), and why.' }),
    total: z.int().meta({ title: 'Items', description: 'How many items there were.' }),
  }),
  uiSchema: { items: { 'ui:widget': 'expression' } },
  branches: { fixed: ['each', 'done'] },
  examples: [
    {
      title: 'Every patient found',
      config: { items: { $: 'steps.search.output.patients' }, continueOnError: true },
    },
  ],
  async execute({ config: { items, concurrency, continueOnError } }) {
    if (items.length === 0) return done({ results: [], failures: [], total: 0 }, 'done')
    const children = partsOf(items, concurrency, !continueOnError)
    return suspend({
      reason: 'child-run',
      children,
      stopAtFailure: !continueOnError,
      state: { items: items.length },
    })
  },
  async resume({ config: { items, continueOnError }, answer }) {
    const { results, failures } = bodyOutputsOf(answer as ChildEnd[], items.length)
    const [first] = continueOnError ? [] : failures
    if (first)
      throw new PermanentStepError(first.code, `Item ${first.item + 1} failed: ${first.message}`, {
        item: first.item,
        stepId: first.stepId,
      })
    return done({ results, failures, total: items.length }, 'done')
  },
})

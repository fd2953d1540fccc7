import { z } from 'zod'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { defineStep, done } from '../../define-step.ts'
import { holdsForItems } from '../../support/holds-for-item.ts'

/** All conditions are computed together, which has a limit of its own for what they read. */
const maxItems = 50_000

export default defineStep({
  type: 'filter-list',
  version: 1,
  title: 'Filter list',
  description: 'Keeps the entries of a list for which a condition holds, in their order.',
  category: 'Data',
  icon: 'list-filter',
  says: ['Where {keep}', 'Some of {items}'],
  effect: 'pure',
  config: z.strictObject({
    items: z
      .array(z.unknown())
      .max(maxItems, 'At most 50,000 entries are filtered. Split the list before.')
      .meta({
        title: 'List',
        description: 'The list, at most 50,000 entries.',
      }),
    keep: z
      .unknown()
      .refine((value) => typeof value === 'boolean' || isExpression(value), {
        error: 'Write the condition as an expression.',
      })
      .meta({
        type: 'boolean',
        title: 'Keep an entry when',
        description: 'item is the entry.',
      }),
  }),
  output: z.object({
    kept: z.array(z.unknown()).meta({ title: 'Kept', description: 'The entries that are kept.' }),
    count: z
      .int()
      .meta({ title: 'How many are kept', description: 'The number of these entries.' }),
    leftOut: z.int().meta({ title: 'How many are left out', description: 'The number of others.' }),
  }),
  uiSchema: {
    items: { 'ui:widget': 'expression' },
    keep: { 'ui:widget': 'expression' },
  },
  deferred: ['keep'],
  examples: [
    {
      title: 'The open ones',
      config: { items: { $: 'start.cases' }, keep: { $: 'item.status = "open"' } },
    },
  ],
  async execute(execution) {
    const { items, keep } = execution.config
    const asked = { field: 'keep', condition: keep, items, example: 'item.status = "open"' }
    const holds = await holdsForItems({ execution, ...asked })
    const kept = items.filter((_, index) => holds[index])
    return done({ kept, count: kept.length, leftOut: items.length - kept.length })
  },
})

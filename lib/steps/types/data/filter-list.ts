import { z } from 'zod'
import { isExpression } from '#lib/domain/workflow/is-expression'
import { defineStep, done } from '../../define-step.ts'
import { holdsForItem } from '../../support/holds-for-item.ts'

/**
 * Each entry's condition is computed by itself, with all that it reads. 1,000 take about a second;
 * 10,000 took a minute when the condition read the list, too.
 */
const maxItems = 1000

export default defineStep({
  type: 'filter-list',
  version: 1,
  title: 'Filter list',
  description: 'Keeps the entries of a list for which a condition holds, in their order.',
  category: 'Data',
  icon: 'list-filter',
  effect: 'pure',
  config: z.strictObject({
    items: z
      .array(z.unknown())
      .max(maxItems, 'At most 1,000 entries are filtered. Filter a longer list by an expression.')
      .meta({
        title: 'List',
        description: 'The list, at most 1,000 entries.',
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
    const kept: unknown[] = []
    for (const [index, item] of items.entries()) {
      execution.signal.throwIfAborted()
      const asked = { field: 'keep', condition: keep, item, index, example: 'item.status = "open"' }
      if (await holdsForItem({ execution, ...asked })) kept.push(item)
    }
    return done({ kept, count: kept.length, leftOut: items.length - kept.length })
  },
})

import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'

/**
 * A missing value (a field that was not filled in) is false; anything but true, false or nothing is
 * a mistake in the expression.
 */
const yesOrNo = z
  .preprocess(
    (value) => value ?? false,
    z.boolean({
      error:
        'The condition must come out true or false. Write a comparison, for example count > 0.',
    }),
  )
  .meta({
    type: 'boolean',
    title: 'When',
    description: 'The first way is taken when it holds, else the second.',
  })

export default defineStep({
  type: 'condition',
  version: 1,
  title: 'Condition',
  description: 'Goes one of two ways.',
  category: 'Flow',
  icon: 'split',
  says: ['{when}'],
  effect: 'pure',
  immediate: true,
  config: z.strictObject({ when: yesOrNo }),
  output: z.object({ result: z.boolean().meta({ title: 'Result' }) }),
  uiSchema: { when: { 'ui:widget': 'expression' } },
  branches: { fixed: ['true', 'false'] },
  examples: [
    { title: 'Only urgent referrals', config: { when: { $: 'start.urgency = "urgent"' } } },
  ],
  async execute({ config }) {
    return done({ result: config.when }, String(config.when))
  },
})

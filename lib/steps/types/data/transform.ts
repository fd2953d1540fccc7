import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'

export default defineStep({
  type: 'transform',
  version: 1,
  title: 'Transform',
  description: 'Makes a new value out of what is there.',
  category: 'Data',
  icon: 'shuffle',
  says: ['{value}'],
  effect: 'pure',
  immediate: true,
  config: z.strictObject({
    value: z.unknown().meta({
      title: 'Value',
      description:
        'A value by its name, or what is made of several. The steps after this one find it as it is.',
    }),
  }),
  output: z.unknown().meta({ title: 'The value', description: 'What the step makes, as it is.' }),
  uiSchema: { value: { 'ui:widget': 'expression' } },
  examples: [
    {
      title: 'Full name',
      config: { value: { $: '{ "name": start.firstName & " " & start.lastName }' } },
    },
    { title: 'A fixed value', config: { value: { status: 'clear' } } },
  ],
  async execute({ config }) {
    // JSON has no undefined, so an expression without a value is null.
    return done(config.value ?? null)
  },
})

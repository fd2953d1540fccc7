import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'

const otherwise = 'default'

const caseSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'A case needs a name.')
    .max(100)
    .refine((name) => name !== otherwise, {
      error: 'The name "default" is reserved for the branch that is taken when no case is true.',
    })
    .meta({ title: 'Name', description: 'The name of the branch.' }),
  when: z
    .preprocess(
      (value) => value ?? false,
      z.boolean({
        error: 'A case must come out true or false. Write a comparison, for example state = "TX".',
      }),
    )
    .meta({
      type: 'boolean',
      title: 'When',
      description: 'Its way is taken when this is the first case that holds.',
    }),
})

export default defineStep({
  type: 'switch',
  version: 1,
  title: 'Switch',
  description: 'Goes the way of the first case that holds, or the one for everything else.',
  category: 'Flow',
  icon: 'git-branch',
  says: ['By {cases:by when}'],
  effect: 'pure',
  immediate: true,
  config: z.strictObject({
    cases: z
      .array(caseSchema)
      .min(1, 'Add at least one case.')
      .max(50)
      .refine((cases) => new Set(cases.map((each) => each.name)).size === cases.length, {
        error: 'Two cases have the same name.',
      })
      .meta({ title: 'Cases', description: 'Tried from the top.' }),
  }),
  output: z.object({
    case: z
      .string()
      .meta({ title: 'Case', description: 'The name of the case that was taken, or "default".' }),
  }),
  uiSchema: {
    cases: {
      'ui:options': { addLabel: 'Add a case' },
      items: { 'ui:order': ['name', 'when'], when: { 'ui:widget': 'expression' } },
    },
  },
  branches: { from: 'cases', key: 'name', also: [otherwise] },
  examples: [
    {
      title: 'By urgency',
      config: {
        cases: [
          { name: 'emergent', when: { $: 'start.urgency = "emergent"' } },
          { name: 'urgent', when: { $: 'start.urgency = "urgent"' } },
        ],
      },
    },
  ],
  async execute({ config }) {
    const taken = config.cases.find((each) => each.when)?.name ?? otherwise
    return done({ case: taken }, taken)
  },
})

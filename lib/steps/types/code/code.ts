import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

const template = `export default async ({ start, steps, run }) => {
  return { }
}
`

export default defineStep({
  type: 'code',
  version: 1,
  title: 'Code',
  description: 'Runs TypeScript without network or files; what it returns is the output.',
  category: 'Code',
  icon: 'code',
  effect: 'pure',
  config: z.strictObject({
    source: z
      .string()
      .min(1, 'Write the code.')
      .max(100_000)
      .default(template)
      .meta({
        title: 'Code',
        description:
          'A module whose default export gets { start, steps, run, task } and returns a JSON ' +
          'value. The same run always sees the same time and the same random numbers.',
      }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(60)
      .default(10)
      .meta({ title: 'Time limit', description: 'The code is stopped after it.' }),
  }),
  output: z
    .unknown()
    .meta({ title: 'The returned value', description: 'Whatever the code returns.' }),
  uiSchema: {
    source: { 'ui:widget': 'code', 'ui:options': { language: 'typescript' } },
    timeoutSeconds: { 'ui:widget': 'seconds' },
  },
  // The same code with the same input fails in the same way; a retry helps only after the runner's
  // process was lost.
  retry: { maxAttempts: 2, delaySeconds: 1, factor: 2, maxDelaySeconds: 10 },
  examples: [
    {
      title: 'Sum of the charges',
      config: {
        source:
          'export default async ({ start }) => ({ total: start.charges.reduce((sum, ' +
          'each) => sum + each, 0) })\n',
      },
    },
  ],
  async execute({ config, context, run, task, signal, services, log }) {
    const { value, logs } = await fromProvider(
      services.runCode({
        organizationId: run.organizationId,
        workflowId: context.run.workflowId,
        source: config.source,
        input: { ...context, task },
        timeoutMs: config.timeoutSeconds * 1000,
        seed: task.id,
        now: run.startedAt,
        signal,
      }),
    )
    for (const line of logs) log(line)
    return done(value ?? null)
  },
})

import { z } from 'zod'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'policy-text',
  version: 1,
  title: 'Policy text',
  description: 'Reads the text of a policy document.',
  category: 'Data',
  icon: 'book-open-text',
  says: ['{policyId:policy}'],
  effect: 'read',
  config: z.strictObject({
    policyId: z.string().trim().min(1, 'Choose a policy.').max(64).meta({
      title: 'Policy',
      description: 'The id of the policy, for example prior-auth-imaging.',
    }),
  }),
  output: z.object({
    policyId: z.string().meta({ title: 'Id' }),
    title: z.string().meta({ title: 'Title' }),
    text: z.string().meta({ title: 'Text' }),
  }),
  uiSchema: { policyId: { 'ui:widget': 'policy' } },
  retry: { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 30 },
  examples: [{ title: 'The imaging policy', config: { policyId: 'prior-auth-imaging' } }],
  async execute({ config, run, services, signal }) {
    signal.throwIfAborted()
    return done(await fromProvider(services.policyText(run.organizationId, config.policyId)))
  },
})

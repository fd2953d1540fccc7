import { defineOperation } from '../define-operation.ts'
import { getPolicyOrThrow } from './find-policy.ts'

/** Specification 2.6: the raw text of a policy document. */
export const getPolicyText = defineOperation<{ policyId: string }, { text: string }>({
  name: 'getPolicyText',
  permission: 'integrations:call',
  async run({ input, tx }) {
    const { text } = await getPolicyOrThrow(tx, input.policyId)
    return { text }
  },
})

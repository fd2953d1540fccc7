import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { eligibilityCheckSchema } from '#lib/domain/eligibility-inquiry'
import { defineProvider } from '../provider.ts'
import { readAnswer, refusalIn } from './read-answer.ts'

const memberSchema = z.object({ payerId: z.string(), memberId: z.string(), lastName: z.string(), answer: eligibilityCheckSchema.shape.eligibility })

/** Collection: `members`, each with the answer that its payer gives. Refuses as payers do: an unknown member is AAA 75, an unknown payer AAA 79. */
export const clearinghouseSandbox = defineProvider({
  kind: 'clearinghouse',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Invented members of invented payers in this database, for trying things out. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    const refuse = (code: string) => refusalIn({ errors: [{ code, location: 'SUBSCRIBER' }] }, 'sandbox', 200) ?? new ApiError('provider_error', 'The payer refused the question.', { provider: 'sandbox' })
    return {
      async checkEligibility({ payerId, subscriber }, signal) {
        signal.throwIfAborted()
        const members = z.array(memberSchema).parse(await store.list('members'))
        const ofPayer = members.filter((member) => member.payerId === payerId)
        if (ofPayer.length === 0) throw refuse('79')
        const member = ofPayer.find(({ memberId }) => memberId.toUpperCase() === subscriber.memberId.toUpperCase())
        if (!member) throw refuse('75')
        if (subscriber.lastName && subscriber.lastName.toLowerCase() !== member.lastName.toLowerCase()) throw refuse('73')
        return readAnswer(member.answer, 'sandbox')
      },
      async test() {
        const members = await store.list('members')
        return `The sandbox clearinghouse works; it knows ${members.length} members.`
      },
    }
  },
})

import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'
import { readAnswer, refusalIn } from './read-answer.ts'
import { sandboxMembers } from './sandbox-members.ts'

/** An X12 answer has a date: it counts the rest of deductibles on the day of the request. */
function answerOn(answer: string | Record<string, unknown>, date: string | undefined) {
  if (typeof answer !== 'string') return answer
  const day = (date ?? new Date().toISOString().slice(0, 10)).replaceAll('-', '')
  return answer.replaceAll('*20261101*', `*${day}*`)
}

/**
 * Answers for a few invented members; stores nothing. Refuses like payers do: an unknown member is
 * AAA 75, an unknown payer AAA 79.
 */
export const clearinghouseSandbox = defineProvider({
  kind: 'clearinghouse',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Invented members of invented payers, for trying things out. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open() {
    const refuse = (code: string) =>
      refusalIn({ errors: [{ code, location: 'SUBSCRIBER' }] }, 'sandbox', 200) ??
      new ApiError('provider_error', 'The payer refused the question.', { provider: 'sandbox' })
    return {
      async checkEligibility({ payerId, subscriber, dateOfService }, signal) {
        signal.throwIfAborted()
        const ofPayer = sandboxMembers.filter((member) => member.payerId === payerId)
        if (ofPayer.length === 0) throw refuse('79')
        const member = ofPayer.find(
          ({ memberId }) => memberId.toUpperCase() === subscriber.memberId.toUpperCase(),
        )
        if (!member) throw refuse('75')
        if (
          subscriber.lastName &&
          subscriber.lastName.toLowerCase() !== member.lastName.toLowerCase()
        )
          throw refuse('73')
        return readAnswer(answerOn(member.answer, dateOfService), 'sandbox')
      },
      async test() {
        return (
          `The sandbox clearinghouse works; it knows ${sandboxMembers.length} members, ` +
          'EVG1001 at EVERGREEN among them.'
        )
      },
    }
  },
})

import { z } from 'zod'
import { giveChallenge } from '#lib/auth/factors/passkey-challenges'
import { ownAccount, type Account, type Whose } from './accounts.ts'
import { ownClaim, type Claim } from './claims.ts'
import { askHeader, askPath, isQuestion, signQuestion } from './internal-call.ts'
import type { Cell } from './own-cell.ts'
import type { Shown } from './shown-by.ts'

const withinMs = 2000

/** What a cell asks another one. */
type Question = Shown | { kind: 'challenge'; value: string } | { kind: 'account'; value: Whose }

const claimSchema = z.object({
  claim: z
    .object({
      cell: z.string(),
      organizationId: z.string().nullable(),
      epoch: z.number().nullable(),
    })
    .nullable(),
})

const challengeSchema = z.object({ challenge: z.string().nullable() })

const accountSchema = z.object({
  account: z
    .object({
      organizations: z.array(
        z.object({ organizationId: z.string(), organization: z.string(), roleName: z.string() }),
      ),
    })
    .nullable(),
})

/** Throws when the cell does not answer. */
async function ask<T>(cell: Cell, { kind, value }: Question, answer: z.ZodType<T>): Promise<T> {
  const body = JSON.stringify({ kind, value })
  const response = await fetch(new URL(askPath, cell.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [askHeader]: signQuestion(cell.name, body) },
    body,
    signal: AbortSignal.timeout(withinMs),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the cell ${cell.name} answered ${response.status}`)
  return answer.parse(await response.json())
}

/** Asks another cell whether it knows what was shown. Throws when it does not answer. */
export const askCell = async (cell: Cell, shown: Shown): Promise<Claim | undefined> =>
  (await ask(cell, shown, claimSchema)).claim ?? undefined

/**
 * Takes a challenge of a sign-in by passkey from the cell that made it, once. Undefined when it is
 * not there; throws when the cell does not answer.
 */
export const askForChallenge = async (cell: Cell, id: string): Promise<string | undefined> =>
  (await ask(cell, { kind: 'challenge', value: id }, challengeSchema)).challenge ?? undefined

/** Asks another cell for the account of this person there. Throws when it does not answer. */
export const askForAccount = async (cell: Cell, whose: Whose): Promise<Account | undefined> =>
  (await ask(cell, { kind: 'account', value: whose }, accountSchema)).account ?? undefined

async function answerTo(own: string, question: Question) {
  if (question.kind === 'challenge')
    return { challenge: (await giveChallenge(question.value)) ?? null }
  if (question.kind === 'account')
    return { account: (await ownAccount(own, question.value)) ?? null }
  return { claim: (await ownClaim(own, question)) ?? null }
}

/**
 * The answer to a question of another cell; undefined when no cell asks, who is told what anybody is
 * told about an address that there is not.
 */
export async function answerCell(
  own: string,
  header: string | string[] | undefined,
  body: string,
): Promise<Awaited<ReturnType<typeof answerTo>> | undefined> {
  if (!isQuestion(header, own, body)) return undefined
  return await answerTo(own, JSON.parse(body) as Question)
}

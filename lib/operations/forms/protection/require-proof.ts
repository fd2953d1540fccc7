import { eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { consumeUse } from '#lib/auth/rate-limit'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import type { FormProtection } from '#lib/domain/form/protection'
import { isProof, newChallenge } from './challenge.ts'

/** From so many submissions without a proof in a minute on, `auto` asks for one. */
const freePerMinute = { form: 240, network: 60 }
/** Nobody reads and fills in a form in less. */
const leastSeconds = 3
/** Each part of the puzzle has so many zero bits: a phone needs about half a second, or a whole. */
const usualBits = 14
const strictBits = 15

/** What the page tells about how the form was filled in; nothing of it refuses by itself. */
export type Signs = {
  /** Seconds since the page was opened. */
  seconds?: number | undefined
  /** A field that no person sees was filled in. */
  trap?: boolean | undefined
}

/** Reads the header `Form-Signs`: `seconds=12`, `trap`. */
export function signsOf(header: string | null): Signs {
  const seconds = /(?:^|,)\s*seconds=(\d{1,6})\b/.exec(header ?? '')?.[1]
  return {
    ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    trap: /(?:^|,)\s*trap\b/.test(header ?? ''),
  }
}

/** Our page always tells the seconds: who does not uses none, such as a robot with the address. */
const isOdd = ({ seconds, trap }: Signs): boolean =>
  trap === true || seconds === undefined || seconds < leastSeconds

/** Whether the form, or this network at the form, sends more than people do. */
async function isBusy(workflowId: string, free: typeof freePerMinute): Promise<boolean> {
  const network = networkOf(clientAddress())
  const form = { of: ['form sendings', workflowId], most: free.form, seconds: 60 }
  const here = {
    of: ['form sendings', workflowId, network],
    most: free.network,
    seconds: 60,
  }
  const waits = [await consumeUse(here), await consumeUse(form)]
  return waits.some((wait) => wait > 0)
}

async function count(actor: Actor, what: 'formProofsAsked' | 'formProofsGiven'): Promise<void> {
  await inOrganization(actor.organizationId, (tx) =>
    tx
      .update(workflows)
      .set({ [what]: sql`${workflows[what]} + 1` })
      .where(eq(workflows.id, actor.id)),
  )
}

async function protectionOf(actor: Actor): Promise<FormProtection> {
  const [form] = await inOrganization(actor.organizationId, (tx) =>
    tx
      .select({ protection: workflows.formProtection })
      .from(workflows)
      .where(eq(workflows.id, actor.id)),
  )
  return form?.protection ?? 'auto'
}

export type GivenProof = { proof?: string | undefined; signs?: Signs | undefined }

/**
 * Lets a submission by the shared link pass, or throws 409 with a challenge (`reason:
 * proof_required`): the page solves it by itself and sends the same again. Nobody is shut out.
 */
export async function requireProof(
  actor: Actor,
  { proof, signs = {} }: GivenProof,
  free = freePerMinute,
): Promise<void> {
  const protection = await protectionOf(actor)
  if (protection === 'off') return
  if (proof !== undefined && (await isProof(actor.id, proof))) {
    await count(actor, 'formProofsGiven')
    return
  }
  const odd = isOdd(signs)
  if (protection === 'auto' && !odd && !(await isBusy(actor.id, free))) return
  await count(actor, 'formProofsAsked')
  throw new ApiError('conflict', 'Solve the challenge in `details`, and send this again with it.', {
    reason: 'proof_required',
    challenge: newChallenge(actor.id, odd ? strictBits : usualBits),
  })
}

import { createHmac } from 'node:crypto'
import { consumeUse } from '#lib/auth/rate-limit'
import { isSameText } from '#lib/auth/same-text'
import { isSolution } from '#lib/domain/form/proof'
import { deriveKey } from '#lib/env'
import { randomToken } from '#lib/ids'

/** So long a challenge may be answered: phones sleep, lines break. */
const validSeconds = 1800

const signatureOf = (workflowId: string, told: string): string =>
  createHmac('sha256', deriveKey('form challenges'))
    .update(`${workflowId}.${told}`)
    .digest('base64url')

/**
 * A puzzle for the page of one form: `<end>.<bits>.<seed>.<signature>`. It is signed, so nothing is
 * stored until it is answered.
 */
export function newChallenge(workflowId: string, bits: number): string {
  const end = Math.floor(Date.now() / 1000) + validSeconds
  const told = `${end}.${bits}.${randomToken(12)}`
  return `${told}.${signatureOf(workflowId, told)}`
}

/**
 * Whether the answer (`<challenge>:<solution>`) is right, in time, for this form, and given for the
 * first time.
 */
export async function isProof(workflowId: string, answer: string): Promise<boolean> {
  const [challenge = '', solution = ''] = answer.slice(0, 500).split(':')
  const [end = '', bits = '', seed = '', signature = ''] = challenge.split('.')
  if (!isSameText(signature, signatureOf(workflowId, `${end}.${bits}.${seed}`))) return false
  if (Number(end) * 1000 < Date.now()) return false
  if (!isSolution({ seed, bits: Number(bits) }, solution)) return false
  const once = { of: ['form challenge', seed], most: 1, seconds: validSeconds }
  return (await consumeUse(once)) === 0
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { deriveKey } from '#lib/env'

type Person = { organizationId: string; userId: string }

const idBytes = 16

const signatureOf = (ids: Buffer): Buffer =>
  createHmac('sha256', deriveKey('notification-stop')).update(ids).digest()

/** The word of the link that stops the mails of a person. Only this installation can make it. */
export function stopToken({ organizationId, userId }: Person): string {
  const ids = Buffer.concat([parse(organizationId), parse(userId)])
  return Buffer.concat([ids, signatureOf(ids)]).toString('base64url')
}

/** The person of a link; undefined for anything that we did not make. */
export function personOfStopToken(token: string): Person | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const ids = bytes.subarray(0, 2 * idBytes)
  const given = bytes.subarray(2 * idBytes)
  const expected = signatureOf(ids)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return {
    organizationId: stringify(ids.subarray(0, idBytes)),
    userId: stringify(ids.subarray(idBytes)),
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Twilio's signature of a request (twilio.com/docs/usage/security, Validating requests): the base64
 * HMAC-SHA1 with the account's token over the whole address, followed by the name and the value of
 * each parameter in the order of the names.
 */
export function twilioSignature(token: string, url: string, params: URLSearchParams): string {
  const named = [...params].sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
  const signed = named.reduce((text, [name, value]) => text + name + value, url)
  return createHmac('sha1', token).update(signed).digest('base64')
}

/** Compares in constant time. */
export function isTwilioSignature(given: string | null, expected: string): boolean {
  const received = Buffer.from(given ?? '')
  const wanted = Buffer.from(expected)
  return received.length === wanted.length && timingSafeEqual(received, wanted)
}

import { z } from 'zod'
import { parseExactJson } from '#lib/domain/exact-json'
import { unreadable, type ProviderMail } from './provider-mail.ts'

const header = z.object({ Name: z.string(), Value: z.string() })
const inboundSchema = z.object({
  /** The recipient of the envelope. */
  OriginalRecipient: z.string().min(3).max(320),
  RawEmail: z.string().min(1),
  Headers: z.array(header).max(1_000).default([]),
})

/** The sender of the envelope, which Postmark writes into `Return-Path`. */
function senderOf(headers: z.output<typeof header>[]): string {
  const path = headers.find(({ Name }) => Name.toLowerCase() === 'return-path')?.Value ?? ''
  return /^\s*<?([^<>\s]*)>?\s*$/.exec(path)?.[1] ?? ''
}

/**
 * Postmark inbound webhook (https://postmarkapp.com/developer/webhooks/inbound-webhook), with
 * "Include raw email content in JSON payload". It does not tell the address of the sending server.
 */
export function readPostmarkMail(body: Uint8Array): ProviderMail {
  let value: unknown
  try {
    value = parseExactJson(Buffer.from(body).toString())
  } catch {
    throw unreadable('The body is not valid JSON.')
  }
  const parsed = inboundSchema.safeParse(value)
  if (!parsed.success)
    throw unreadable(
      'This is no inbound message with its raw content. In Postmark, switch on "Include raw email ' +
        'content in JSON payload".',
    )
  const { OriginalRecipient, RawEmail, Headers } = parsed.data
  // Without Return-Path the From address is all that is known; an empty one is a report.
  const hasPath = Headers.some(({ Name }) => Name.toLowerCase() === 'return-path')
  return {
    sender: hasPath ? senderOf(Headers) : 'unknown@invalid',
    recipients: [OriginalRecipient],
    remoteAddress: null,
    raw: Buffer.from(RawEmail),
  }
}

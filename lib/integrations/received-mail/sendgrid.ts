import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import busboy from 'busboy'
import { z } from 'zod'
import { parseExactJson } from '#lib/domain/exact-json'
import { unreadable, type ProviderMail } from './provider-mail.ts'

const envelopeSchema = z.object({
  from: z.string().max(320).default(''),
  to: z.array(z.string().min(3).max(320)).min(1).max(100),
})

const maxFieldBytes = 40 * 1024 * 1024

async function fieldsOf(contentType: string, body: Uint8Array): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  let parser
  try {
    parser = busboy({
      headers: { 'content-type': contentType },
      // The raw message is bytes: each becomes the character of its number.
      defCharset: 'latin1',
      limits: { fields: 50, files: 0, parts: 60, fieldSize: maxFieldBytes },
    })
  } catch {
    throw unreadable('Send the message as multipart/form-data.')
  }
  const reader = parser
  await new Promise<void>((resolve, reject) => {
    reader.on('field', (name, value) => {
      if (!fields.has(name)) fields.set(name, value)
    })
    reader.on('file', (_name, stream) => stream.resume())
    reader.on('error', () => reject(unreadable('The form was cut off, or is damaged.')))
    reader.on('close', resolve)
    Readable.from([Buffer.from(body)]).pipe(reader)
  })
  return fields
}

function envelopeOf(text: string | undefined): z.output<typeof envelopeSchema> {
  try {
    return envelopeSchema.parse(parseExactJson(text ?? ''))
  } catch {
    throw unreadable('The field "envelope" is missing or damaged.')
  }
}

/**
 * SendGrid Inbound Parse with "Send Raw"
 * (https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook).
 */
export async function readSendgridMail(
  contentType: string,
  body: Uint8Array,
): Promise<ProviderMail> {
  const fields = await fieldsOf(contentType, body)
  const raw = fields.get('email')
  if (raw === undefined)
    throw unreadable('The raw message is missing. In SendGrid, switch on "POST the raw message".')
  const { from, to } = envelopeOf(fields.get('envelope'))
  const address = fields.get('sender_ip') ?? ''
  return {
    sender: from,
    recipients: to,
    remoteAddress: isIP(address) === 0 ? null : address,
    raw: Buffer.from(raw, 'latin1'),
  }
}

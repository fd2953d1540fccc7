import { randomBytes } from 'node:crypto'
import { twilioSignature } from '#lib/integrations/sms/twilio-signature'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

type TwilioMessage = Record<string, unknown> & { sid: string; status: string }
export type TwilioServer = ProviderServer & {
  accountSid: string
  authToken: string
  sender: string
  /** In the order in which they were taken, with the form of each. */
  messages: { message: TwilioMessage; form: Record<string, string> }[]
  takeThenHang: boolean
}

const error = (status: number, code: number, message: string): ProviderAnswer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

/** The parameters of `CreateMessage` that a message with a text may have (twilio-oai). */
const allowed = new Set(['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback'])

/** What is wrong with a form, by twilio-oai and Twilio's list of errors. */
function wrong(form: Record<string, string>): ProviderAnswer | undefined {
  const unknown = Object.keys(form).find((name) => !allowed.has(name))
  if (unknown) return error(400, 20001, `${unknown} is not a parameter`)
  const to = form['To'] ?? ''
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return error(400, 21211, `Invalid 'To' number: ${to}`)
  if (to.endsWith('99')) return error(400, 21610, `${to} has replied STOP`)
  const senders = [form['From'], form['MessagingServiceSid']].filter((sender) => sender)
  if (senders.length !== 1) return error(400, 21603, "A 'From' number is required")
  const { Body: body = '' } = form
  if (body === '') return error(400, 21602, 'Message body is required')
  if (body.length > 1600) return error(400, 21617, `${body} is too long`)
  const callback = form['StatusCallback']
  if (callback !== undefined && !callback.startsWith('https://'))
    return error(400, 21609, `Invalid StatusCallback: ${callback}`)
  return undefined
}

/**
 * Twilio's messages as twilio-oai describes them: Basic authentication, forms, numbers as texts. It
 * refuses what Twilio refuses.
 */
export async function startTwilioServer(): Promise<TwilioServer> {
  const account = {
    accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
    authToken: 'token-of-twilio',
    sender: '+12125550100',
  }
  const messages: TwilioServer['messages'] = []

  function create(call: ProviderCall): ProviderAnswer {
    if (call.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return error(415, 20415, 'Unsupported media type')
    const form = Object.fromEntries(new URLSearchParams(call.body))
    const fault = wrong(form)
    if (fault) return fault
    const message = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      account_sid: account.accountSid,
      status: form['MessagingServiceSid'] ? 'accepted' : 'queued',
      to: form['To'],
      from: form['From'] ?? null,
      body: form['Body'],
      num_segments: form['MessagingServiceSid'] ? '0' : '1',
      num_media: '0',
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      price: null,
      date_created: 'Sat, 07 Mar 2026 09:00:00 +0000',
    }
    messages.push({ message, form })
    return { status: 201, body: message }
  }

  const server = await startProviderServer((call) => {
    const credential = `${account.accountSid}:${account.authToken}`
    if (call.headers.authorization !== `Basic ${Buffer.from(credential).toString('base64')}`)
      return error(401, 20003, 'Authenticate')
    const base = `/2010-04-01/Accounts/${account.accountSid}`
    const { pathname } = call.url
    if (call.method === 'POST' && pathname === `${base}/Messages.json`) {
      const answer = create(call)
      if (!twilio.takeThenHang) return answer
      twilio.takeThenHang = false
      return 'cut'
    }
    if (call.method === 'GET' && pathname === `${base}.json`)
      return { status: 200, body: { sid: account.accountSid, status: 'active' } }
    const found = messages.find(
      ({ message }) => pathname === `${base}/Messages/${message.sid}.json`,
    )
    return found && call.method === 'GET'
      ? { status: 200, body: found.message }
      : error(404, 20404, `The requested resource ${pathname} was not found`)
  })
  const twilio: TwilioServer = Object.assign(server, { ...account, messages, takeThenHang: false })
  return twilio
}

/** A status callback of Twilio to `url`, signed with the account's token. */
export function twilioCallback(
  token: string,
  url: string,
  params: Record<string, string>,
): { body: string; headers: Record<string, string> } {
  const form = new URLSearchParams({ ApiVersion: '2010-04-01', To: '+12125550123', ...params })
  return {
    body: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(token, url, form),
    },
  }
}

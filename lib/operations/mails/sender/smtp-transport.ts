import { connect, isIP, type Socket } from 'node:net'
import type { SmtpSecurity } from '#lib/domain/mail/sender'
import { InternalAddress } from '#lib/integrations/outbound/outbound-agent'
import { publicHost } from '#lib/integrations/outbound/public-host'

/** An organization's own mail server. */
export type SmtpServer = {
  host: string
  port: number
  security: SmtpSecurity
  userName?: string | undefined
  password?: string | undefined
}

const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
}

/**
 * A server that looks for viruses before it takes a mail needs minutes (RFC 5321 §4.5.3.2.6). Who
 * hangs up sooner sends the mail again, and it arrives twice.
 */
const usualSilenceMs = 180_000

/** How long an organization's server may take for one mail. */
const mostSeconds = 300
/** What it may say meanwhile: a few lines for each command. */
const mostAnswerBytes = 1024 * 1024
const watchEveryMs = 100

type Opened = (error: Error | null, opened?: { connection: Socket }) => void

/**
 * Opens the connection to a server that an organization named, and breaks it when the server says
 * too much or takes too long: the library keeps what it says in memory, and waits as long as
 * something comes.
 */
const boundedSocket = (host: string, port: number) => (_options: unknown, opened: Opened) => {
  const socket = connect({ host, port })
  const refused = (error: Error) => opened(error)
  const late = () => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }))
  const connecting = setTimeout(late, timeouts.connectionTimeout)
  const end = performance.now() + mostSeconds * 1000
  const watching = setInterval(() => {
    if (socket.bytesRead > mostAnswerBytes || performance.now() > end) socket.destroy()
  }, watchEveryMs)
  socket.once('error', refused)
  socket.once('close', () => {
    clearTimeout(connecting)
    clearInterval(watching)
  })
  socket.once('connect', () => {
    clearTimeout(connecting)
    socket.off('error', refused)
    opened(null, { connection: socket })
  })
}

/**
 * Opens the organization's own mail server, else that of the installation (`url`). Throws
 * InternalAddress when the organization named a server that it may not call, and errors of DNS.
 */
export async function openTransport(
  server: SmtpServer | undefined,
  url: string,
  allowPrivate: readonly string[],
  /** How long a server may say nothing. */
  socketTimeout = usualSilenceMs,
) {
  // Half a megabyte of sources, for processes most of which never send a mail.
  const { default: nodemailer } = await import('nodemailer')
  const limits = { ...timeouts, socketTimeout }
  if (!server) return nodemailer.createTransport(url, limits)
  const { host, port, security, userName, password } = server
  const address = await publicHost(host, port, allowPrivate)
  return nodemailer.createTransport({
    host: address,
    port,
    getSocket: boundedSocket(address, port),
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate is for the name, not for the address.
    ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
    ...(userName === undefined ? {} : { auth: { user: userName, pass: password ?? '' } }),
    ...limits,
  })
}

type Refusal = { responseCode?: unknown; response?: unknown; code?: unknown; command?: unknown }

const unreachable: Record<string, string> = {
  EDNS: 'There is no server of this name. Check the name of the mail server.',
  ENOTFOUND: 'There is no server of this name. Check the name of the mail server.',
  EAI_AGAIN: 'The name of the mail server could not be looked up. Try again in a minute.',
  ECONNREFUSED: 'Nothing answers at this port. Usual are 587 with STARTTLS and 465 with TLS.',
  ETIMEDOUT: 'The mail server did not answer in time. A firewall may block the port.',
  ESOCKET: 'The connection to the mail server broke. Check port and encryption.',
  ECONNECTION: 'The connection to the mail server broke. Check port and encryption.',
  ETLS: 'The encrypted connection could not be made. Check port, encryption and certificate.',
}

/** The words of the server, on one line. */
const words = (response: unknown): string =>
  typeof response === 'string'
    ? ` It said: ${response.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 300)}`
    : ''

/** Says in a sentence why a mail could not be sent, and what to look at. */
export function describeSmtpFailure(error: unknown): string {
  if (error instanceof InternalAddress) return error.sentence
  const { code, command, response, responseCode } = error as Refusal
  const { message } = error as { message?: unknown }
  if (code === 'EAUTH')
    return `The mail server refused the user name or the password.${words(response)}`
  if (/certificate|self.signed|altname/i.test(String(message)))
    return 'The certificate of the mail server is not valid for its name, so the connection was ended.'
  const known = typeof code === 'string' ? unreachable[code] : undefined
  if (code === 'ETLS' && known) return known
  if (code === 'EENVELOPE' && command === 'MAIL FROM')
    return `The mail server does not take mails from this address.${words(response)}`
  if (typeof responseCode === 'number')
    return `The mail server refused the mail (${responseCode}).${words(response)}`
  // Over TLS on a port that speaks plainly, and the other way round.
  if (/wrong version number|packet length too long/i.test(String(message)))
    return 'This port does not speak TLS from the beginning. Choose STARTTLS, or port 465.'
  return known ?? 'The mail server could not be reached. Check its name, port and encryption.'
}

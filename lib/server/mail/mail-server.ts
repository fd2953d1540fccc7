import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import { consumeUse } from '#lib/auth/rate-limit'
import { networkOf } from '#lib/client-address'
import { openFile, putFile, removeFile, type StoredBytes } from '#lib/documents/file-store'
import { maxReportBytes } from '#lib/documents/mail-reports/report-messages'
import { ApiError } from '#lib/domain/api-error'
import { receivedMailLimits } from '#lib/domain/received-mail-words'
import { log } from '#lib/log'
import {
  findMailRecipient,
  type MailRecipient,
} from '#lib/operations/received-mails/find-recipient'
import { MailRefused, MessageCheck } from '#lib/operations/received-mails/message-check'
import { storeMail } from '#lib/operations/received-mails/store-mail'

/** Mails to these addresses are reports about mails that we sent; they are read at once. */
export type ReportTaker = {
  isReportAddress(address: string): boolean
  /** Throws when its sender must try again. */
  receive(raw: Uint8Array, address: string): Promise<unknown>
}

export type MailServerOptions = {
  port: number
  host?: string | undefined
  /** Our name, as we greet with it. */
  domain: string
  /** PEM; without them STARTTLS is not offered. Read again each hour, for renewed certificates. */
  tls?: (() => { key: Buffer; cert: Buffer }) | undefined
  reports: ReportTaker
  /** For tests; the others are below. */
  limits?: Partial<MailServerLimits>
}

export type MailServerLimits = {
  clients: number
  clientsPerNetwork: number
  connectionsPerMinute: number
  messagesPerMinute: number
  /** Addresses that do not exist, from one network in ten minutes: somebody guesses. */
  unknownPerTenMinutes: number
  idleMs: number
  /** Of a whole connection: who sends a letter a minute is never idle, and takes a place for ever. */
  connectionMs: number
}

const usual: MailServerLimits = {
  clients: 200,
  clientsPerNetwork: 20,
  connectionsPerMinute: 120,
  messagesPerMinute: 300,
  unknownPerTenMinutes: 50,
  idleMs: 120_000,
  connectionMs: 1_800_000,
}

type Done = (error?: Error | null, message?: string) => void
type Target = { address: string; recipient: MailRecipient | 'report' }

const renewEveryMs = 3_600_000

const tryLater = (message: string): MailRefused => new MailRefused(451, `4.3.0 ${message}`)

/** A refusal as the other server gets it; whatever else went wrong is ours, and passes. */
function refusalOf(error: unknown): MailRefused {
  if (error instanceof MailRefused) return error
  if (error instanceof ApiError && error.code === 'payload_too_large')
    return new MailRefused(552, '5.3.4 This message is too large')
  return tryLater('The message could not be stored; try again later')
}

/** Receives mails by SMTP for our addresses, and for no others: it never relays. */
class MailServer {
  readonly #options: MailServerOptions
  readonly #limits: MailServerLimits
  readonly #server: SMTPServer
  readonly #clients = new Map<string, number>()
  /** The networks that are counted in `#clients`, and when each is hung up on, by session. */
  readonly #counted = new Map<string, { network: string; end: NodeJS.Timeout }>()
  readonly #targets = new WeakMap<SMTPServerSession, Target[]>()
  #renewing: NodeJS.Timeout | undefined

  constructor(options: MailServerOptions) {
    this.#options = options
    this.#limits = { ...usual, ...options.limits }
    const { tls, domain } = options
    this.#server = new SMTPServer({
      name: domain,
      banner: 'Rounds',
      ...(tls ? tls() : {}),
      minVersion: 'TLSv1.2',
      authOptional: true,
      // There is nobody to sign in: without a relay there is nothing to gain by it.
      disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      size: receivedMailLimits.messageBytes,
      maxRecipients: receivedMailLimits.recipients,
      maxCommandLength: 4096,
      maxAllowedUnauthenticatedCommands: 500,
      maxClients: this.#limits.clients,
      socketTimeout: this.#limits.idleMs,
      closeTimeout: 3_000,
      disableReverseLookup: true,
      // Its lines would hold addresses.
      logger: false,
      onConnect: (session, done) => this.#answer(done, () => this.#connect(session)),
      onMailFrom: (from, session, done) => this.#answer(done, () => this.#begin(from, session)),
      onRcptTo: (to, session, done) => this.#answer(done, () => this.#address(to, session)),
      onData: (stream, session, done) =>
        this.#answer(done, () => this.#receive(stream, session), session),
      onClose: (session) => this.#leave(session),
    })
    this.#server.on('error', (error: NodeJS.ErrnoException) => {
      // Mostly clients that go away, and scanners that speak no TLS.
      log.debug({ code: error.code }, 'a connection of the mail receiver failed')
    })
  }

  async listen(): Promise<number> {
    const { port, host, tls } = this.#options
    await new Promise<void>((resolve, reject) => {
      this.#server.server.once('error', reject)
      this.#server.listen(port, host, () => resolve())
    })
    if (tls) {
      this.#renewing = setInterval(() => this.#renew(tls), renewEveryMs)
      this.#renewing.unref()
    }
    const address = this.#server.server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  async close(): Promise<void> {
    clearInterval(this.#renewing)
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #renew(tls: NonNullable<MailServerOptions['tls']>): void {
    try {
      this.#server.updateSecureContext(tls())
    } catch (error) {
      log.warn({ error }, 'the certificate for mails could not be read; the old one stays')
    }
  }

  /** Answers a command by what `act` does; after some refusals nothing more is believed. */
  #answer(done: Done, act: () => Promise<void>, session?: SMTPServerSession): void {
    void (async () => done(await this.#refusalAfter(act, session)))()
  }

  async #refusalAfter(
    act: () => Promise<void>,
    session: SMTPServerSession | undefined,
  ): Promise<MailRefused | undefined> {
    try {
      await act()
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      if (!(error instanceof MailRefused)) log.warn({ error }, 'a mail could not be received')
      if (refusal.closes && session) this.#cutOff(session, refusal)
      return refusal
    }
  }

  /** Answers and hangs up, before the server reads what was sent after the message. */
  #cutOff({ id }: SMTPServerSession, { responseCode, message }: MailRefused): void {
    for (const connection of this.#server.connections)
      if (connection.session.id === id) {
        connection.send(responseCode, message)
        connection.close()
      }
  }

  async #connect(session: SMTPServerSession): Promise<void> {
    const network = networkOf(session.remoteAddress)
    const open = this.#clients.get(network) ?? 0
    if (open >= this.#limits.clientsPerNetwork)
      throw new MailRefused(421, '4.7.0 Too many connections from your network')
    this.#clients.set(network, open + 1)
    const tooLong = new MailRefused(421, '4.4.2 This connection took too long; connect again')
    const end = setTimeout(() => this.#cutOff(session, tooLong), this.#limits.connectionMs)
    this.#counted.set(session.id, { network, end })
    await this.#count('connections', network, this.#limits.connectionsPerMinute, 60)
  }

  #leave({ id }: SMTPServerSession): void {
    const counted = this.#counted.get(id)
    if (counted === undefined) return
    const { network, end } = counted
    clearTimeout(end)
    this.#counted.delete(id)
    const left = (this.#clients.get(network) ?? 1) - 1
    if (left > 0) this.#clients.set(network, left)
    else this.#clients.delete(network)
  }

  async #count(what: string, network: string, most: number, seconds: number): Promise<void> {
    const wait = await consumeUse({ of: ['mail receiver', what, network], most, seconds })
    if (wait > 0) throw new MailRefused(421, '4.7.0 Too much from your network; try again later')
  }

  async #begin({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    this.#targets.set(session, [])
    if (address.includes('\u0000')) throw new MailRefused(501, '5.1.7 This is no address')
    const network = networkOf(session.remoteAddress)
    await this.#count('messages', network, this.#limits.messagesPerMinute, 60)
  }

  async #address({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const targets = this.#targets.get(session) ?? []
    const isReport = this.#options.reports.isReportAddress(address)
    const recipient = isReport ? 'report' : await findMailRecipient(address)
    if (!recipient) {
      const network = networkOf(session.remoteAddress)
      await this.#count('unknown', network, this.#limits.unknownPerTenMinutes, 600)
      // The same for a wrong address and for another domain: we know no others.
      throw new MailRefused(550, '5.1.1 There is no such address here')
    }
    if (!targets.some((each) => each.address === address.toLowerCase()))
      targets.push({ address: address.toLowerCase(), recipient })
    this.#targets.set(session, targets)
  }

  async #receive(stream: Readable, session: SMTPServerSession): Promise<void> {
    const check = new MessageCheck()
    const targets = this.#targets.get(session) ?? []
    this.#targets.delete(session)
    const maxBytes = receivedMailLimits.messageBytes
    const stored = await putFile(check.through(stream as AsyncIterable<Buffer>), { maxBytes })
    const mail = { ...envelopeOf(session), identity: check.identity() }
    try {
      for (const { address, recipient } of targets)
        if (recipient === 'report') await this.#report(stored, address)
        else await storeMail({ ...mail, recipient, content: () => contentOf(stored) })
    } finally {
      await removeFile(stored.storageKey)
    }
    log.info({ size: stored.size, recipients: targets.length }, 'a mail was received')
  }

  async #report(stored: StoredBytes, address: string): Promise<void> {
    // What a report says stands before the mail that it quotes, which may be long.
    const report = await openFile(stored.storageKey, { end: maxReportBytes })
    await this.#options.reports.receive(await buffer(report as WebStream<Uint8Array>), address)
  }
}

async function* contentOf({ storageKey }: StoredBytes): AsyncGenerator<Uint8Array> {
  yield* (await openFile(storageKey)) as unknown as AsyncIterable<Uint8Array>
}

function envelopeOf(session: SMTPServerSession) {
  const { envelope, remoteAddress, hostNameAppearsAs } = session
  return {
    sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    remoteAddress: remoteAddress.replace(/^::ffff:/i, ''),
    helo: hostNameAppearsAs || null,
  }
}

/** Starts to receive mails; answers the port, and how to end it. */
export async function startMailServer(
  options: MailServerOptions,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = new MailServer(options)
  const port = await server.listen()
  return { port, stop: async () => await server.close() }
}

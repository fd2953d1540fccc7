import { Resolver } from 'node:dns/promises'
import type { MailChecks } from '#lib/domain/received-mail'
import { receivedMailLimits } from '#lib/domain/received-mail-words'
import type { ProcessKind } from '#lib/process-pool/kind'
import { env } from '#lib/env'
import { askProgram, type TooCostly } from '../ask-program.ts'
import {
  mailReplySchema,
  type DnsAnswer,
  type DnsQuestion,
  type Envelope,
  type MailLimits,
  type MailReply,
  type MailRequest,
  type ReadMail,
} from './messages.ts'

const megabyte = 1024 * 1024

/**
 * Reads mails of strangers. The parser keeps a mail and its decoded parts in memory, several times
 * its size.
 */
const mailKind: ProcessKind<MailReply> = {
  name: 'mails',
  program: 'lib/documents/mail/program/main.ts',
  readable: ['lib/documents', 'lib/domain', 'node_modules'],
  nobody: true,
  heapMegabytes: 384,
  reply: mailReplySchema,
  replyBytes: 16 * megabyte,
  residentBytes: 700 * megabyte,
  restingBytes: 250 * megabyte,
  // Of one organization: the checks of one mail ask several times.
  reuse: 'organization',
  callsPerProcess: 50,
  idleMs: 60_000,
  places: 2,
  longAfterMs: 2_000,
  perOrganization: { waiting: 200 },
}

/** Of CPU. A usual mail takes a hundredth of it. */
const timeoutMs = 20_000
const waitMs = 600_000

const sentences: Record<TooCostly, string> = {
  deadline: 'This mail takes too much time to read.',
  memory: 'This mail takes too much memory to read.',
  died: 'This mail cannot be read; it may be damaged.',
}

export type MailReading = {
  organizationId: string
  signal?: AbortSignal | undefined
  /** Smaller ones for tests. */
  limits?: Partial<{ [Name in keyof MailLimits]: number }>
}

const asked = (request: MailRequest, bytes: Uint8Array, reading: MailReading) => ({
  request,
  bytes,
  organizationId: reading.organizationId,
  timeoutMs,
  waitMs,
  ...(reading.signal ? { signal: reading.signal } : {}),
})

/**
 * Reads a mail in a separate process; `receive` gets the bytes of its attachments, one after the
 * other, and is called again where the mail is read again. Answers a sentence for people when it
 * cannot be read.
 * @throws ApiError `rate_limited` and `unavailable` as `askProgram`; what `receive` threw
 */
export async function readMail(
  bytes: Uint8Array,
  reading: MailReading & { host: string; receive(): (part: Buffer) => Promise<void> },
): Promise<{ type: 'read'; mail: ReadMail } | { type: 'refused'; message: string }> {
  const { headerBytes, attachments, attachmentBytes, depth, textCharacters, addresses } =
    receivedMailLimits
  const usual = { headerBytes, attachments, attachmentBytes, depth, textCharacters, addresses }
  const limits = { ...usual, ...reading.limits }
  // The pool only knows that a part was not stored, and not why.
  let broken: { cause: unknown } | undefined
  const answer = await askProgram<MailRequest, MailReply>(mailKind, {
    ...asked({ do: 'read', limits, host: reading.host }, bytes, reading),
    receive: () => {
      const take = reading.receive()
      return (part) =>
        take(part).catch((cause: unknown) => {
          broken = { cause }
          throw cause
        })
    },
  })
  if (broken) throw broken.cause
  if (answer.type !== 'reply') return { type: 'refused', message: sentences[answer.type] }
  const { reply } = answer
  if (reply.did === 'refused') return { type: 'refused', message: reply.message }
  if (reply.did === 'read') return { type: 'read', mail: reply.mail }
  return { type: 'refused', message: sentences.died }
}

/** Asks the DNS; answers records as `dns.promises.resolve`, or throws an error with a code. */
export type ResolveDns = (question: DnsQuestion) => Promise<unknown[]>

/** The name servers of `DNS_SERVERS`, else those of the machine. */
function resolveByDns({ name, type }: DnsQuestion): Promise<unknown[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const { DNS_SERVERS } = env()
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  return resolver.resolve(name, type) as Promise<unknown[]>
}

/** More questions than any honest mail needs: SPF alone may ask for ten names. */
const maxQuestions = 60
const maxRounds = 20
const maxRecords = 50
const maxAnswerCharacters = 20_000
/**
 * All questions of one mail together. Whoever sends a mail may name servers that answer slowly, and
 * other mails wait meanwhile.
 */
const usualDnsMs = 30_000

async function answerOf(question: DnsQuestion, resolve: ResolveDns): Promise<DnsAnswer> {
  try {
    const records = (await resolve(question)).slice(0, maxRecords)
    if (JSON.stringify(records).length > maxAnswerCharacters)
      return { ...question, error: 'EBADRESP' }
    return { ...question, records }
  } catch (error) {
    const code = (error as { code?: unknown }).code
    return { ...question, error: typeof code === 'string' ? code : 'ESERVFAIL' }
  }
}

/** A failed check is none that passed. */
const failed: MailChecks = {
  spf: 'temperror',
  dkim: 'temperror',
  dmarc: 'temperror',
  aligned: false,
}

const keyOf = ({ name, type }: DnsQuestion): string => `${type} ${name}`

/** The answers, or undefined when they take too long. */
async function answersOf(
  questions: Iterable<DnsQuestion>,
  resolve: ResolveDns,
  withinMs: number,
): Promise<DnsAnswer[] | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), withinMs)
  try {
    const found = Promise.all([...questions].map((each) => answerOf(each, resolve)))
    return await Promise.race([found, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Checking = MailReading & { resolve?: ResolveDns | undefined; dnsMs?: number }

/**
 * Checks SPF, DKIM and DMARC. The mail and the records are read in a process, which cannot ask the
 * DNS: it says what it needs to know, we ask, and it begins again, until nothing is missing. What
 * cannot be found out is `temperror`.
 */
export async function checkSender(
  bytes: Uint8Array,
  envelope: Envelope,
  { resolve = resolveByDns, dnsMs = usualDnsMs, ...reading }: Checking,
): Promise<{ checks: MailChecks; author: string | null }> {
  const answers = new Map<string, DnsAnswer>()
  let leftMs = dnsMs
  for (let round = 0; round < maxRounds; round++) {
    const request: MailRequest = { do: 'check', envelope, answers: [...answers.values()] }
    const answer = await askProgram<MailRequest, MailReply>(
      mailKind,
      asked(request, bytes, reading),
    )
    if (answer.type !== 'reply' || answer.reply.did !== 'checked') break
    const { checks, author, missing } = answer.reply
    const next = new Map(missing.map((question) => [keyOf(question), question]))
    if (next.size === 0) return { checks, author }
    if (answers.size + next.size > maxQuestions) break
    const askedAt = performance.now()
    const found = await answersOf(next.values(), resolve, leftMs)
    if (!found) break
    leftMs -= performance.now() - askedAt
    for (const each of found) answers.set(keyOf(each), each)
  }
  return { checks: failed, author: null }
}

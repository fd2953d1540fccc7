import { authenticate } from 'mailauth'
import type { MailChecks } from '#lib/domain/received-mail'
import { checkResults, type CheckResult } from '#lib/domain/received-mail-words'
import {
  dnsTypes,
  type DnsQuestion,
  type DnsType,
  type MailReply,
  type MailRequest,
} from '../messages.ts'

type Check = Extract<MailRequest, { do: 'check' }>
type Found = Awaited<ReturnType<typeof authenticate>>

const isKnown = (result: string): result is CheckResult =>
  (checkResults as readonly string[]).includes(result)
const resultOf = (result: string | undefined): CheckResult =>
  result !== undefined && isKnown(result) ? result : 'none'

/** A name that the DNS may be asked: what a mail names may be anything. */
const isName = (name: string): boolean => /^[\w.-]{1,253}$/.test(name)

class DnsError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Answers from what was asked before; what is missing is noted, and fails for now. */
function resolverOf({ answers }: Check, missing: DnsQuestion[]) {
  const known = new Map(answers.map((answer) => [`${answer.type} ${answer.name}`, answer]))
  return async (domain: string, rrtype: string): Promise<string[][] | string[]> => {
    const name = domain.toLowerCase().replace(/\.$/, '')
    const type = rrtype.toUpperCase() as DnsType
    if (!dnsTypes.includes(type) || !isName(name)) throw new DnsError('ENOTFOUND')
    const answer = known.get(`${type} ${name}`)
    if (!answer) {
      missing.push({ name, type })
      throw new DnsError('ETIMEOUT')
    }
    if ('error' in answer) throw new DnsError(answer.error)
    return answer.records as string[][]
  }
}

type Signature = NonNullable<NonNullable<Found['dkim']>['results']>[number]

const isPass = ({ status }: { status: { result: string } }): boolean => status.result === 'pass'
/** A signature over a part of the body only (`l=`) says nothing about the rest. */
const isWhole = ({ status }: Signature): boolean => !status.underSized

/** The best of several signatures; one of another domain counts, and is not aligned. */
function dkimOf(signatures: Signature[]): CheckResult {
  const results = signatures.map((signature) =>
    isPass(signature) && !isWhole(signature) ? 'policy' : resultOf(signature.status.result),
  )
  const order: CheckResult[] = ['pass', 'temperror', 'fail', 'policy', 'neutral', 'permerror']
  return order.find((result) => results.includes(result)) ?? 'none'
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The domain of the one author; null where a mail names none or several, which proves nothing. */
function authorDomain({ dkim }: Found): string | null {
  const [author, ...others] = dkim?.headerFrom ?? []
  return dkim?.fromFields === 1 && author !== undefined && others.length === 0
    ? domainOf(author)
    : null
}

/**
 * Whether a check that passed is of the author's domain: as DMARC says, or, for a domain without
 * DMARC, of exactly this domain.
 */
function isAligned({ dkim, spf, dmarc }: Found, author: string, spfPassed: boolean): boolean {
  const whole = (dkim?.results ?? []).filter((each) => isPass(each) && isWhole(each))
  if (!dmarc || dmarc.status.result === 'none')
    return (
      (spfPassed && spf !== false && domainOf(spf?.domain ?? '') === author) ||
      whole.some(({ signingDomain }) => signingDomain?.toLowerCase() === author)
    )
  if (dmarc.status.result !== 'pass') return false
  return (
    (spfPassed && Boolean(dmarc.alignment.spf.result)) ||
    whole.some(({ status }) => Boolean(status.aligned))
  )
}

function checksOf(found: Found, isServerKnown: boolean): MailChecks {
  const { dkim, spf, dmarc } = found
  const spfResult = isServerKnown && spf ? resultOf(spf.status.result) : 'none'
  const author = authorDomain(found)
  const aligned = author !== null && isAligned(found, author, spfResult === 'pass')
  const dmarcResult = dmarc ? resultOf(dmarc.status.result) : 'none'
  return {
    spf: spfResult,
    dkim: dkimOf(dkim?.results ?? []),
    // Passed by a signature over a part only, or with several authors, it proves nothing.
    dmarc: dmarcResult === 'pass' && !aligned ? 'policy' : dmarcResult,
    aligned,
  }
}

/** Checks SPF, DKIM and DMARC of a mail with the answers of the DNS that are known so far. */
export async function checkSender(request: Check, bytes: Buffer): Promise<MailReply> {
  const { remoteAddress, helo, sender, host } = request.envelope
  const missing: DnsQuestion[] = []
  const found = await authenticate(bytes, {
    ...(remoteAddress === null ? {} : { ip: remoteAddress }),
    ...(helo === null ? {} : { helo }),
    sender,
    mta: host,
    resolver: resolverOf(request, missing),
    minBitLength: 1024,
    rejectRsaSha1: true,
    disableArc: true,
    disableBimi: true,
  })
  const checks = checksOf(found, remoteAddress !== null)
  return { did: 'checked', checks, author: authorDomain(found), missing: missing.slice(0, 100) }
}

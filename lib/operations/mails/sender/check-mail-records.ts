import { Resolver } from 'node:dns/promises'
import { desc, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { dkimKeys } from '#db/schema/mails'
import type { MailRecord } from '#lib/contracts/organization/mail-sender'
import { ApiError } from '#lib/domain/api-error'
import { domainOf, isWithin, type MailProvider } from '#lib/domain/mail/sender'
import { cutText } from '#lib/domain/text'
import { env } from '#lib/env'
import { defineOutsideOperation } from '../../define-operation.ts'
import { loadSender } from './load-sender.ts'
import { dkimRecordName } from './sender-view.ts'

/** Reads the TXT records of a name: each its whole text. Throws the errors of DNS. */
export type ResolveTxt = (name: string) => Promise<string[]>

const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const { DNS_SERVERS } = env()
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  // A long record comes in several strings (RFC 7208 §3.3).
  return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
}

const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** The records that begin with this version; undefined when the name server did not answer. */
async function found(
  resolve: ResolveTxt,
  name: string,
  version: RegExp,
): Promise<string[] | undefined> {
  try {
    return (await resolve(name))
      .filter((text) => version.test(text))
      .map((text) => cutText(text, 2000))
  } catch (error) {
    return absent.has((error as { code?: string }).code ?? '') ? [] : undefined
  }
}

type Judged = Pick<MailRecord, 'state' | 'message'>

const unanswered = (what: string): Judged => ({
  state: 'unknown',
  message: `The name server of this domain did not answer, so nothing is known of its ${what} record.`,
})

/** What each provider asks for in the SPF record of a domain. */
const includes: Record<MailProvider, string> = {
  ses: 'include:amazonses.com',
  sendgrid: 'include:sendgrid.net',
  postmark: 'include:spf.mtasv.net',
}

function judgeSpf(records: string[] | undefined, provider: MailProvider | undefined): Judged {
  if (!records) return unanswered('SPF')
  const [record] = records
  const wanted = provider && includes[provider]
  if (record === undefined) {
    const suggestion = `v=spf1 ${wanted ?? 'a:smtp.example.com'} ~all`
    return {
      state: 'missing',
      message: `There is no SPF record. Add one that names your mail server, like “${suggestion}”.`,
    }
  }
  if (records.length > 1)
    return {
      state: 'wrong',
      message: 'There are several SPF records; receivers then read none. Keep one.',
    }
  if (/\s\+?all\s*$/i.test(record))
    return {
      state: 'wrong',
      message: 'It lets everybody send for this domain. End it with “~all” or “-all”.',
    }
  if (wanted !== undefined && !record.toLowerCase().includes(wanted))
    return { state: 'wrong', message: `It does not name your provider. Add “${wanted}”.` }
  return {
    state: 'good',
    message: wanted
      ? 'It names your provider.'
      : 'There is one. Make sure that it names the server that sends your mails.',
  }
}

function judgeDmarc(records: string[] | undefined): Judged {
  if (!records) return unanswered('DMARC')
  const [record] = records
  if (record === undefined)
    return {
      state: 'missing',
      message: 'There is no DMARC record; large mail services ask for one. Add “v=DMARC1; p=none”.',
    }
  if (records.length > 1)
    return {
      state: 'wrong',
      message: 'There are several DMARC records; receivers then read none. Keep one.',
    }
  const [, policy] = /;\s*p\s*=\s*(\w+)/i.exec(record) ?? []
  if (policy === undefined || !/^(none|quarantine|reject)$/i.test(policy))
    return {
      state: 'wrong',
      message: 'It has no policy. Write “p=none”, “p=quarantine” or “p=reject”.',
    }
  return { state: 'good', message: `Its policy is ${policy.toLowerCase()}.` }
}

const tagP = (record: string): string =>
  /(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s+/g, '') ?? ''

function judgeDkim(records: string[] | undefined, publicKey: string): Judged {
  if (!records) return unanswered('DKIM')
  if (records.length === 0)
    return {
      state: 'missing',
      message: 'The record is not there yet. Mails are not signed with this key.',
    }
  if (!records.some((record) => tagP(record) === publicKey))
    return { state: 'wrong', message: 'It has another key. Copy the record again, as one text.' }
  return { state: 'good', message: 'It has this key; mails are signed with it.' }
}

type Key = Pick<typeof dkimKeys.$inferSelect, 'id' | 'domain' | 'selector' | 'publicKey'>
type Asked = {
  /** Of the address. */
  domain: string
  /** Of the envelope, which SPF is about. */
  envelopeDomain: string
  provider: MailProvider | undefined
  keys: readonly Key[]
}

/** The DMARC record of a domain, or that of the domain above it (RFC 7489 §6.6.3). */
async function dmarcOf(resolve: ResolveTxt, domain: string): Promise<MailRecord> {
  const version = /^v\s*=\s*DMARC1/i
  const own = await found(resolve, `_dmarc.${domain}`, version)
  const parent = domain.split('.').slice(1).join('.')
  const above =
    own?.length === 0 && parent.includes('.')
      ? await found(resolve, `_dmarc.${parent}`, version)
      : undefined
  const isAbove = above !== undefined && above.length > 0
  const records = isAbove ? above : own
  return {
    kind: 'dmarc',
    name: `_dmarc.${isAbove ? parent : domain}`,
    found: records ?? [],
    ...judgeDmarc(records),
  }
}

/** Looks at the records of a sender, and names the keys whose record is there. */
export async function checkRecords(
  { domain, envelopeDomain, provider, keys }: Asked,
  resolve: ResolveTxt = resolveTxt,
): Promise<{ records: MailRecord[]; verified: string[] }> {
  const spf = await found(resolve, envelopeDomain, /^v=spf1(\s|$)/i)
  const records: MailRecord[] = [
    { kind: 'spf', name: envelopeDomain, found: spf ?? [], ...judgeSpf(spf, provider) },
  ]
  const verified: string[] = []
  for (const key of keys) {
    const name = dkimRecordName(key)
    const texts = await found(resolve, name, /(?:^|;)\s*p\s*=/i)
    const judged = judgeDkim(texts, key.publicKey)
    if (judged.state === 'good') verified.push(key.id)
    records.push({ kind: 'dkim', name, found: texts ?? [], ...judged })
  }
  records.push(await dmarcOf(resolve, domain))
  return { records, verified }
}

async function markVerified(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(dkimKeys)
      .set({ verifiedAt: sql`coalesce(${dkimKeys.verifiedAt}, now())` })
      .where(inArray(dkimKeys.id, [...ids]))
}

/**
 * Looks at SPF, DKIM and DMARC. A key whose record is seen signs from then on. Throws 409 without an
 * address of the organization.
 */
export const checkMailRecords = defineOutsideOperation<unknown, { records: MailRecord[] }>({
  name: 'checkMailRecords',
  permission: 'settings:manage',
  async run({ actor, transaction }) {
    const { sender, keys } = await transaction(async (tx) => ({
      sender: await loadSender(tx, actor.organizationId),
      keys: await tx.select().from(dkimKeys).orderBy(desc(dkimKeys.id)),
    }))
    const { mailFrom, bounceDomain, provider } = sender
    if (mailFrom === undefined)
      throw new ApiError('conflict', 'Give the address of the organization first.')
    const domain = domainOf(mailFrom)
    const envelopeDomain = bounceDomain ?? env().MAIL_BOUNCE_DOMAIN ?? domain
    const own = keys.filter((key) => isWithin(domain, key.domain))
    const { records, verified } = await checkRecords({
      domain,
      envelopeDomain,
      provider,
      keys: own,
    })
    await transaction((tx) => markVerified(tx, verified))
    return { records }
  },
})

import { Resolver } from 'node:dns/promises'
import { challengeName } from '#lib/domain/single-sign-on/email-domain'
import { env } from '#lib/env'

/** `unknown`: the name server did not answer, which proves nothing either way. */
export type Proof = 'found' | 'missing' | 'unknown'

const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks for the TXT record that proves a domain, at the name servers of `DNS_SERVERS` if set. */
export async function proofOf(domain: string, challenge: string): Promise<Proof> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const { DNS_SERVERS } = env()
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  try {
    const records = await resolver.resolveTxt(challengeName(domain))
    // A long record comes in several strings (RFC 7208 §3.3).
    return records.some((parts) => parts.join('').trim() === challenge) ? 'found' : 'missing'
  } catch (error) {
    return absent.has((error as { code?: string }).code ?? '') ? 'missing' : 'unknown'
  }
}

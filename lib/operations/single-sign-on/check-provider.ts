import { and, eq, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { ssoConnections } from '#db/schema/single-sign-on'
import { writeAuditEntry } from '#db/write-audit'
import { goesOnHere } from '#db/goes-on-here'
import { cutText } from '#lib/domain/text'
import { isSaml, type SamlConnection } from '#lib/single-sign-on/connection-row'
import { certificateEnd } from '#lib/single-sign-on/saml/certificate'
import type { ProviderMetadata } from '#lib/single-sign-on/saml/read-metadata'
import { loadMetadata } from './read-metadata.ts'
import { tellOwners } from './tell-owners.ts'

const dayMs = 24 * 3_600_000
const timeoutMs = 15_000
/** Days before the last certificate ends on which the owners are told. */
const warnDays = [30, 7]

/** Takes one SAML connection that was not looked at for a day. */
async function takeDue(now: Date): Promise<SamlConnection | undefined> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const due = engineDb()
    .select({ id: ssoConnections.id })
    .from(ssoConnections)
    .where(
      and(
        eq(ssoConnections.kind, 'saml'),
        goesOnHere,
        sql`coalesce(${ssoConnections.checkedAt}, ${ssoConnections.createdAt}) < ${dayAgo}::timestamptz`,
      ),
    )
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await engineDb()
    .update(ssoConnections)
    .set({ checkedAt: now })
    .where(eq(ssoConnections.id, due))
    .returning()
  return taken && isSaml(taken) ? taken : undefined
}

type Read = { metadata: ProviderMetadata } | { problem: string }

/** Reads the metadata again; only the certificates of the same provider are taken from it. */
async function read(
  { config }: SamlConnection,
  url: string,
  load: typeof loadMetadata,
): Promise<Read> {
  try {
    const { readMetadata } = await import('#lib/single-sign-on/saml/read-metadata')
    const metadata = readMetadata(await load(url, AbortSignal.timeout(timeoutMs)))
    if (metadata.entityId !== config.entityId)
      return { problem: `They are of another provider now: ${metadata.entityId}.` }
    if (metadata.ssoUrl !== config.ssoUrl)
      return { problem: `They name another sign-in address now: ${metadata.ssoUrl}.` }
    return { metadata }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The connection as it is after reading its metadata; their certificates replace the present. */
async function keep(tx: Tx, taken: SamlConnection, found: Read): Promise<SamlConnection> {
  const { id, organizationId, name, metadataProblem } = taken
  const [row] = await tx
    .select()
    .from(ssoConnections)
    .where(eq(ssoConnections.id, id))
    .for('update')
  // Somebody may have changed the settings meanwhile.
  if (!row || !isSaml(row) || row.config.metadataUrl !== taken.config.metadataUrl) return taken
  const problem = 'problem' in found ? cutText(found.problem, 500) : null
  const certificates = 'metadata' in found ? found.metadata.certificates.slice(0, 5) : []
  const isSame = JSON.stringify(certificates) === JSON.stringify(row.config.certificates)
  const isNew = certificates.length > 0 && !isSame
  const config = isNew ? { ...row.config, certificates } : row.config
  await tx
    .update(ssoConnections)
    .set({ config, metadataProblem: problem })
    .where(eq(ssoConnections.id, id))
  if (isNew)
    await writeAuditEntry(tx, {
      organizationId,
      actor: { kind: 'engine', id: 'single-sign-on', name: 'Rounds' },
      action: 'sso_connection.certificates_renewed',
      objectKind: 'sso_connection',
      objectId: id,
      details: { name, certificates: certificates.length },
    })
  if (problem !== null && metadataProblem === null && row.status === 'active')
    await tellOwners(tx, organizationId, {
      key: `sso-metadata:${id}:${taken.checkedAt?.toISOString() ?? ''}`,
      subject: `The metadata of ${name} cannot be read`,
      text:
        `Rounds reads the metadata of ${name} every day, so that a new certificate counts at ` +
        `once. It could not today: ${problem}\n\nPeople still sign in with the certificates that ` +
        'are known. Settings, Single sign-on shows them.\n',
    })
  return { ...row, config }
}

/** Tells the owners in time that the last certificate of a provider ends; once a threshold. */
async function warnOfEnd(tx: Tx, { id, organizationId, name, ...row }: SamlConnection, now: Date) {
  if (row.status !== 'active') return
  const end = Math.max(...row.config.certificates.map((pem) => certificateEnd(pem).getTime()))
  const daysLeft = (end - now.getTime()) / dayMs
  const threshold = warnDays.findLast((days) => daysLeft < days)
  if (threshold === undefined) return
  const day = new Date(end).toISOString().slice(0, 10)
  const has = daysLeft < 0 ? 'has ended' : 'ends'
  await tellOwners(tx, organizationId, {
    key: `sso-certificate:${id}:${day}:${threshold}`,
    subject: `The certificate of ${name} ${has} on ${day}`,
    text:
      `The last certificate that Rounds knows of ${name} ${has} on ${day}. When the provider ` +
      'signs with a new one that Rounds does not know, nobody can sign in with it.\n\nUnder ' +
      'Settings, Single sign-on, Edit: give the address of the metadata, which are then read ' +
      'daily, or add the new certificate beside the old one.\n',
  })
}

/**
 * Looks at one SAML provider that was not looked at for a day: reads its metadata again, where
 * their address is known, and warns before its last certificate ends. Answers whether there may be
 * more.
 */
export async function checkDueProvider(now = new Date(), load = loadMetadata): Promise<boolean> {
  const taken = await takeDue(now)
  if (!taken) return false
  const { metadataUrl } = taken.config
  const found = metadataUrl === undefined ? undefined : await read(taken, metadataUrl, load)
  await engineDb().transaction(async (tx) => {
    const present = found ? await keep(tx, taken, found) : taken
    await warnOfEnd(tx, present, now)
  })
  return true
}

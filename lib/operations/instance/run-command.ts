import { eq, or, sql } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { writeAuditEntry } from '#db/write-audit'
import type { InvitationWithLink } from '#lib/contracts/organization/members'
import { countOf } from '#lib/domain/count-of'
import { isUuid } from '#lib/ids'
import { SettingsError } from '#lib/settings-error'
import { insertOrganization, renameOrganization } from '../organizations/insert-organization.ts'
import { grantAdministration, loadAdministrators, revokeAdministration } from './administrators.ts'
import { inviteOwner } from './invite-owner.ts'
import { findOrganization, organizationView, selectOrganizations } from './organization-view.ts'

export const usage = `npm run organizations -- <command>

  list                                              the organizations
  create <name> <owner's e-mail> [owner's name]     creates one and invites its first owner
  rename <slug or id> <new name>
  invite-owner <slug or id> <e-mail> [name]         also when its owners cannot be reached
  administrators                                    the instance administrators
  grant <e-mail>                                    makes somebody an instance administrator
  revoke <e-mail>
  export <slug or id> <file> --passphrase-file <file> [--move]
                                                    writes all of it into one encrypted file; with
                                                    --move it ends its work here before
  import <file> --passphrase-file <file> [--slug <short name>]
  release <slug or id> [--calls]                    lets it go on after an import; --calls: nothing
                                                    happened outside since the export
  move <slug or id> --to <cell> --settings <file> [--slug <short name>] [--abort]
                                                    to another cell of this service, whose settings
                                                    are in the file; --abort: it stays after all`

/** Whoever has the server: in audit logs and as the inviter. */
const actor = { kind: 'engine' as const, id: 'command', name: 'The operator of this installation' }

function textOf(value: string | undefined, what: string): string {
  const text = value?.trim() ?? ''
  if (text.length > 0 && text.length <= 100 && !/\p{Cc}/u.test(text)) return text
  throw new SettingsError(`Give ${what}, of at most 100 characters.\n\n${usage}`)
}

function addressOf(value: string | undefined): string {
  const email = value?.trim().toLowerCase() ?? ''
  if (/^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/.test(email) && email.length <= 254) return email
  throw new SettingsError(`Give an e-mail address like name@example.com.\n\n${usage}`)
}

/** Finds an organization. Throws a SettingsError when there is none. */
export async function organizationOf(tx: Tx, given: string | undefined) {
  const wanted = textOf(given, 'the slug or the id of an organization')
  const [row] = await tx
    .select()
    .from(organizations)
    .where(
      or(eq(organizations.slug, wanted), isUuid(wanted) ? eq(organizations.id, wanted) : undefined),
    )
  if (row) return row
  throw new SettingsError(
    `There is no organization "${wanted}". See: npm run organizations -- list`,
  )
}

const handOver = ({ email, link, mail }: InvitationWithLink): string =>
  (mail.status === 'not_sent'
    ? `No mail was sent. Hand this link to ${email} only`
    : `The invitation is mailed to ${email}. The link`) + `; it works once, for 7 days:\n\n${link}`

async function audit(tx: Tx, organizationId: string, action: string, details: object) {
  const object = { objectKind: 'organization', objectId: organizationId }
  const entry = { organizationId, actor, action, ...object, details: { ...details } }
  await writeAuditEntry(tx, entry)
}

type Command = (tx: Tx, args: string[]) => Promise<string>

const commands: Record<string, Command> = {
  async list(tx) {
    const rows = (await selectOrganizations(tx)).map(organizationView)
    const lines = rows.map(
      ({ slug, name, id, members, owners }) =>
        `${slug}  ${name}  ${id}  ${countOf(members, 'member')}${owners === 0 ? ', no owner yet' : ''}`,
    )
    return lines.join('\n') || 'There is no organization yet.'
  },
  async create(tx, [name, email, ownerName]) {
    const owner = { email: addressOf(email), name: textOf(ownerName ?? email, 'a name') }
    const row = await insertOrganization(tx, { name: textOf(name, 'a name') })
    const invitation = await inviteOwner(tx, { organization: row, owner, invitedBy: actor.name })
    await audit(tx, row.id, 'organization.created', { name: row.name, owner: owner.email })
    return `Created "${row.name}" (${row.slug}). ${handOver(invitation)}`
  },
  async rename(tx, [which, name]) {
    const { id } = await organizationOf(tx, which)
    const row = await renameOrganization(tx, { id, name: textOf(name, 'a name') })
    await audit(tx, id, 'organization.renamed', { name: row?.name })
    return `${row?.slug} is now named "${row?.name}".`
  },
  async 'invite-owner'(tx, [which, email, name]) {
    const organization = await organizationOf(tx, which)
    const owner = { email: addressOf(email), name: textOf(name ?? email, 'a name') }
    const invitation = await inviteOwner(tx, { organization, owner, invitedBy: actor.name })
    await audit(tx, organization.id, 'member.invited', { email: owner.email, role: 'owner' })
    const now = await findOrganization(tx, organization.id)
    const others = now && now.owners > 0 ? ` It has ${countOf(now.owners, 'other owner')}.` : ''
    return handOver(invitation) + others
  },
  async administrators(tx) {
    const lines = (await loadAdministrators(tx)).map(({ name, email }) => `${email}  ${name}`)
    return lines.join('\n') || 'There is no instance administrator.'
  },
  async grant(tx, [email]) {
    const input = { email: addressOf(email), grantedBy: actor.name }
    return `${(await grantAdministration(tx, input)).name} is an instance administrator.`
  },
  async revoke(tx, [email]) {
    const wanted = addressOf(email)
    const found = (await loadAdministrators(tx)).find((one) => one.email.toLowerCase() === wanted)
    if (!found) throw new SettingsError(`${wanted} is no instance administrator.`)
    await revokeAdministration(tx, found.id)
    return `${found.name} is no instance administrator any more.`
  },
}

/**
 * Runs `npm run organizations -- <command>`, for whoever has the server, and answers what it prints.
 * One transaction; throws a SettingsError that says what to do.
 */
export async function runOrganizationsCommand([name, ...args]: string[]): Promise<string> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new SettingsError(usage)
  return await authDb().transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', '10s', true)`)
    return await command(tx, args)
  })
}

import { authPool } from '#db/client'
import { isUuid } from '#lib/ids'
import type { Shown } from './shown-by.ts'

/**
 * What a cell says of something that was shown: it is of an organization here (or of nobody's, such
 * as a sign-in under way), or of one that went on to another cell.
 */
export type Claim = {
  cell: string
  organizationId: string | null
  /** Since which epoch it is in that other cell; null when it is in the cell that says this. */
  epoch: number | null
}

const ofOrganization = (from: string) => `
  select o.id as "organizationId", o.moved_to as "movedTo", o.moved_epoch as epoch
  from ${from}`
const joined = (table: string, condition: string): string =>
  ofOrganization(`${table} t join organizations o on o.id = t.organization_id where ${condition}`)
const alone = (table: string, condition: string): string =>
  `select null::uuid as "organizationId", null::text as "movedTo", null::integer as epoch
   from ${table} where ${condition}`

const ofDomain = `t.domain = split_part($1, '@', 2) and t.proven_at is not null`

/** How what is shown is found: each by a unique index. */
const statements: Record<Shown['kind'], { text: string; byId?: true }> = {
  key: {
    text: `${joined('api_keys', 't.hash = $1')} union all ${joined('api_keys', 't.previous_hash = $1')}`,
  },
  scim: { text: joined('directories', 't.id = $1::uuid'), byId: true },
  form: { text: joined('workflows', 't.form_token = $1') },
  organization: { text: ofOrganization('organizations o where o.id = $1::uuid'), byId: true },
  invitation: { text: joined('invitations', 't.token_hash = $1') },
  reset: { text: alone('password_resets', 'token_hash = $1') },
  pending: { text: alone('pending_sign_ins', 'token_hash = $1') },
  message: { text: joined('secure_message_recipients', 't.id = $1::uuid'), byId: true },
  'message-token': { text: joined('secure_message_recipients', 't.token_hash = $1') },
  logo: { text: joined('organization_logos', 't.id = $1::uuid'), byId: true },
  sso: { text: joined('sso_connections', 't.id = $1::uuid'), byId: true },
  passkey: { text: alone('passkeys', 'credential_id = $1') },
  email: {
    text: `${ofOrganization(`users u join members m on m.user_id = u.id
        join organizations o on o.id = m.organization_id
        where lower(u.email) = $1 and m.disabled_at is null`)}
      union all ${joined('email_domains', ofDomain)}`,
  },
}

type Row = { organizationId: string | null; movedTo: string | null; epoch: number | null }

/**
 * What the cell `own` says of it: of an organization that is here before one that moved. Undefined
 * when it is unknown here, and while its organization is still arriving.
 */
export async function ownClaim(own: string, { kind, value }: Shown): Promise<Claim | undefined> {
  const { text, byId } = statements[kind]
  if (byId && !isUuid(value)) return undefined
  const { rows } = await authPool().query<Row>({ name: `cells ${kind}`, text, values: [value] })
  const here = rows.find(({ movedTo, epoch }) => movedTo !== own && epoch === null)
  if (here) return { cell: own, organizationId: here.organizationId, epoch: null }
  const gone = rows.find(
    ({ movedTo, epoch }) => movedTo !== null && movedTo !== own && epoch !== null,
  )
  if (!gone?.movedTo) return undefined
  return { cell: gone.movedTo, organizationId: gone.organizationId, epoch: gone.epoch ?? 0 }
}

/** An organization that is moving away from here, or has moved. */
export type Leaving = { organizationId: string; to: string; gone: boolean }

/** All of them, and none that is arriving. */
export async function listLeaving(own: string): Promise<Leaving[]> {
  const { rows } = await authPool().query<Leaving>({
    name: 'cells leaving',
    text: `select id as "organizationId", moved_to as "to", moved_epoch is not null as gone
      from organizations where moved_to <> $1`,
    values: [own],
  })
  return rows
}

/** The organization of a session. */
export async function organizationOfSession(id: string): Promise<string | undefined> {
  const { rows } = await authPool().query<{ id: string }>({
    name: 'cells session',
    text: 'select organization_id as id from sessions where id = $1::uuid',
    values: [id],
  })
  return rows[0]?.id
}

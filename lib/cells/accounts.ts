import { authPool } from '#db/client'
import { roleName } from '#lib/domain/role-name'

/** The person of a session in another cell. */
export type Whose = { id: string; email: string }

/** The account of a person in a cell. */
export type Account = {
  /**
   * Empty for an account that was made apart: only who signs in to it learns what it belongs to. The
   * same id means that a move brought the account along.
   */
  organizations: { organizationId: string; organization: string; roleName: string }[]
}

const statement = `
  select u.id as "userId", o.id as "organizationId", o.name as organization, m.role,
    r.name as "ownRole"
  from users u
    join members m on m.user_id = u.id and m.disabled_at is null
    join organizations o on o.id = m.organization_id
      and o.moved_epoch is null and o.moved_to is distinct from $2
    left join roles r on r.organization_id = m.organization_id and r.slug = m.role
  where lower(u.email) = lower($1) and u.disabled_at is null
  order by o.name, o.id limit 200`

type Row = {
  userId: string
  organizationId: string
  organization: string
  role: string
  ownRole: string | null
}

/**
 * The account with this e-mail address in the cell `own`; undefined when there is none that belongs
 * to an organization here.
 */
export async function ownAccount(own: string, { id, email }: Whose): Promise<Account | undefined> {
  const { rows } = await authPool().query<Row>({
    name: 'cells account',
    text: statement,
    values: [email, own],
  })
  if (rows.length === 0) return undefined
  const organizations = rows
    .filter(({ userId }) => userId === id)
    .map(({ organizationId, organization, role, ownRole }) => ({
      organizationId,
      organization,
      roleName: roleName(role, ownRole),
    }))
  return { organizations }
}

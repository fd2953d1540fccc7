import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members, organizations } from '#db/schema/index'
import type { OrganizationView } from '#lib/contracts/instance/instance'

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from ${members}
    where ${members.organizationId} = ${organizations.id}
      and ${members.disabledAt} is null ${condition})`

/** A query of organizations as instance administrators see them, by name. */
export const selectOrganizations = (tx: Tx) =>
  tx
    .select({
      id: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      timeZone: organizations.timeZone,
      createdAt: organizations.createdAt,
      ratePerMinute: organizations.ratePerMinute,
      quotas: {
        requestsPerMinute: organizations.ratePerMinute,
        startsPerMinute: organizations.startsPerMinute,
        storageBytes: organizations.storageBytes,
        codeSecondsPerHour: organizations.codeSecondsPerHour,
      },
      members: counted(sql``),
      owners: counted(sql`and ${members.role} = 'owner'`),
    })
    .from(organizations)
    .orderBy(asc(organizations.name), asc(organizations.id))

type Row = Omit<OrganizationView, 'createdAt'> & { createdAt: Date }

export const organizationView = (row: Row): OrganizationView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** One organization as instance administrators see it; undefined when it does not exist. */
export async function findOrganization(tx: Tx, id: string): Promise<OrganizationView | undefined> {
  const [row] = await selectOrganizations(tx).where(eq(organizations.id, id))
  return row && organizationView(row)
}

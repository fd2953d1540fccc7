import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizationLogos } from '#db/schema/organizations'
import type { LogoView } from '#lib/contracts/organization/settings'

type Row = Pick<typeof organizationLogos.$inferSelect, 'id' | 'width' | 'height'>

/** The address of a logo on this server. */
const pathOfLogo = (id: string): string => `/api/v2/public/logos/${id}`

/** A logo as it is answered. */
export const logoView = (row: Row | null | undefined): LogoView | null =>
  row ? { path: pathOfLogo(row.id), width: row.width, height: row.height } : null

/** The logo of an organization, or null. */
export async function loadLogo(tx: Tx, organizationId: string): Promise<LogoView | null> {
  const [row] = await tx
    .select({
      id: organizationLogos.id,
      width: organizationLogos.width,
      height: organizationLogos.height,
    })
    .from(organizationLogos)
    .where(eq(organizationLogos.organizationId, organizationId))
  return logoView(row)
}

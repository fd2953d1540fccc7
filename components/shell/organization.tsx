'use client'

import type { Membership } from '#lib/contracts/organization/memberships'
import { OrganizationMenu } from './menus-at-touch.ts'

type Props = { name: string; memberships: Membership[] }

/** The organization that the person works in, and, when they belong to several, the others. */
export function Organization(props: Props) {
  const { name, memberships } = props
  if (memberships.length > 1) return <OrganizationMenu {...props} />
  return (
    <p className="truncate text-xs text-muted-foreground" title={name}>
      {name}
    </p>
  )
}

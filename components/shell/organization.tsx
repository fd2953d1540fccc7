'use client'

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import {
  listOrganizationsElsewhereContract,
  type Membership,
} from '#lib/contracts/organization/memberships'
import { OrganizationMenu } from './menus-at-touch.ts'

type Props = {
  name: string
  memberships: Membership[]
  /** Whether the person may have other accounts, in other clusters. */
  isOneOfCells: boolean
}

const accountsChangeRarelyMs = 10 * 60_000

/** The organization that the person works in, and, when they belong to several, the others. */
export function Organization({ name, memberships, isOneOfCells }: Props) {
  // Asked after the page is there: it asks other clusters, which may take long to answer.
  const { data } = useQuery({
    ...queryOf(listOrganizationsElsewhereContract),
    enabled: isOneOfCells,
    staleTime: accountsChangeRarelyMs,
  })
  const elsewhere = data?.items ?? []
  if (memberships.length > 1 || elsewhere.length > 0)
    return <OrganizationMenu name={name} memberships={memberships} elsewhere={elsewhere} />
  return (
    <p className="truncate text-xs text-muted-foreground" title={name}>
      {name}
    </p>
  )
}

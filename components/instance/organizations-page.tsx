'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2Icon } from 'lucide-react'
import { formatDay } from '#components/shared/display/format'
import { PagedList } from '#components/shared/loading/paged-list'
import { partAtTouch } from '#components/shared/loading/part-at-touch'
import { pagesOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listOrganizationsContract, type OrganizationView } from '#lib/contracts/instance/instance'

// Buttons with their forms.
const CreateOrganization = partAtTouch(
  async () => (await import('./create-organization.tsx')).CreateOrganization,
  null,
)
const InviteFirstOwner = partAtTouch(
  async () => (await import('./invite-first-owner.tsx')).InviteFirstOwner,
  null,
)
const LimitOrganization = partAtTouch(
  async () => (await import('./limit-organization.tsx')).LimitOrganization,
  null,
)
const RenameOrganization = partAtTouch(
  async () => (await import('./rename-organization.tsx')).RenameOrganization,
  null,
)

function OrganizationRow({ organization }: { organization: OrganizationView }) {
  const { name, slug, timeZone, members, owners, createdAt } = organization
  return (
    <TableRow>
      <TableCell className="font-medium">
        {name}
        {owners === 0 ? (
          <Badge variant="outline" className="ml-2">
            waits for its first owner
          </Badge>
        ) : null}
        <span className="block text-xs font-normal text-muted-foreground">{slug}</span>
      </TableCell>
      <TableCell label="Members" className="tabular-nums">
        {members}
      </TableCell>
      <TableCell label="Time zone">{timeZone}</TableCell>
      <TableCell label="Created" className="whitespace-nowrap text-muted-foreground">
        {formatDay(createdAt)}
      </TableCell>
      <TableCell className="text-right">
        <div className="flex flex-wrap justify-end gap-2">
          {owners === 0 ? <InviteFirstOwner organization={organization} /> : null}
          <LimitOrganization organization={organization} />
          <RenameOrganization organization={organization} />
        </div>
      </TableCell>
    </TableRow>
  )
}

function OrganizationTable({ organizations }: { organizations: OrganizationView[] }) {
  return (
    <Table label="List of organizations" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Members</TableHead>
          <TableHead>Time zone</TableHead>
          <TableHead>Created</TableHead>
          <TableHead>
            <span className="sr-only">Acts</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {organizations.map((organization) => (
          <OrganizationRow key={organization.id} organization={organization} />
        ))}
      </TableBody>
    </Table>
  )
}

/** The organizations of the installation, for its administrators. */
export function OrganizationsPage() {
  const query = useInfiniteQuery(pagesOf(listOrganizationsContract))
  return (
    <Page>
      <PageHeader
        title="Organizations"
        description="You create, limit and rename them. What is in them is seen by their members only."
      >
        <CreateOrganization />
      </PageHeader>
      <PagedList
        query={query}
        what="The organizations"
        skeletons={{ rows: 3, height: 'h-12' }}
        empty={
          <EmptyState
            icon={Building2Icon}
            title="No organization yet"
            description="Create the first one and invite its owner."
          />
        }
      >
        {(organizations) => <OrganizationTable organizations={organizations} />}
      </PagedList>
    </Page>
  )
}

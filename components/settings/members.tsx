'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listMembersContract, type MemberView } from '#lib/contracts/organization/members'
import { AddMember } from './add-member.tsx'
import { Invitations } from './invitations.tsx'
import { SettingsSection } from './settings-section.tsx'

function MemberRow({ member }: { member: MemberView }) {
  return (
    <TableRow>
      <TableCell className="font-medium">
        <Link
          href={`/settings/members/${member.id}`}
          className="rounded-sm underline-offset-4 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
        >
          {member.name}
        </Link>
        {member.you ? ' (you)' : ''}
        {member.status === 'disabled' ? (
          <Badge variant="outline" className="ml-2">
            disabled
          </Badge>
        ) : null}
        <span className="block font-normal wrap-anywhere text-muted-foreground">
          {member.email}
        </span>
      </TableCell>
      <TableCell label="Role">{member.roleName}</TableCell>
      <TableCell label="Last seen" className="whitespace-nowrap text-muted-foreground">
        {member.lastSeenAt ? <Age at={member.lastSeenAt} /> : 'Never'}
      </TableCell>
    </TableRow>
  )
}

function MemberTable({ members }: { members: MemberView[] }) {
  return (
    <Table label="List of members" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Role</TableHead>
          <TableHead>Last seen</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </TableBody>
    </Table>
  )
}

/** The people of the organization and their roles; each has a page of their own. */
export function Members({ canManage }: { canManage: boolean }) {
  const query = useInfiniteQuery(pagesOf(listMembersContract, { query: { limit: 100 } }))
  return (
    <SettingsSection
      title="Members"
      description={
        canManage
          ? 'Open a person to change their role, see where they are signed in, or end their access.'
          : 'The people of the organization and their roles.'
      }
      action={canManage ? <AddMember /> : null}
    >
      <PagedList
        query={query}
        what="The members"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={<p className="text-sm text-muted-foreground">Nobody yet.</p>}
      >
        {(members) => <MemberTable members={members} />}
      </PagedList>
      {canManage ? <Invitations /> : null}
    </SettingsSection>
  )
}

'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinusIcon } from 'lucide-react'
import Link from 'next/link'
import { toast } from 'sonner'
import { RoleSelect } from '#components/roles/role-select'
import { useRoleName } from '#components/roles/use-role-choices'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { formatAge } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  changeMemberContract,
  listMembersContract,
  removeMemberContract,
  type MemberView,
} from '#lib/contracts/organization/members'
import { call } from '#lib/http/client'
import { AddMember } from './add-member.tsx'
import { Invitations } from './invitations.tsx'
import { MemberSessionsButton } from './member-sessions.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The actions of an owner on members. */
function useMemberChanges() {
  const client = useQueryClient()
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => void refresh(client, listMembersContract),
  }
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: string }) =>
      call(changeMemberContract, { params: { id }, body: { role } }),
    ...settled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removeMemberContract, { params: { id } }),
    ...settled,
  })
  return { change, remove }
}
type MemberChanges = ReturnType<typeof useMemberChanges>

type CellProps = {
  member: MemberView
  /** Undefined for people who may only read. */
  change: MemberChanges['change'] | undefined
}

function RoleCell({ member: { id, name, role }, change }: CellProps) {
  const roleName = useRoleName(role)
  if (!change) return roleName
  return (
    <RoleSelect
      className="h-8 w-32 min-w-32"
      aria-label={`Role of ${name}`}
      value={role}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ id, role: event.target.value })}
    />
  )
}

function RemoveMember({ member, remove }: { member: MemberView } & Pick<MemberChanges, 'remove'>) {
  return (
    <ConfirmButton
      icon={UserMinusIcon}
      label="Remove"
      title={`Remove ${member.name}?`}
      confirm="Remove"
      keep="Keep"
      description="They are signed out of this organization at once, and the API keys that they made stop. What they did stays in the runs and the audit log."
      onConfirm={() => remove.mutate(member.id)}
    />
  )
}

type RowProps = {
  member: MemberView
  /** Undefined for people who may only read. */
  changes: MemberChanges | undefined
}

function MemberRow({ member, changes }: RowProps) {
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
      </TableCell>
      <TableCell label="E-mail" className="wrap-anywhere">
        {member.email}
      </TableCell>
      <TableCell label="Role">
        <RoleCell member={member} change={changes?.change} />
      </TableCell>
      <TableCell label="Last seen" className="whitespace-nowrap text-muted-foreground">
        {member.lastSeenAt ? formatAge(member.lastSeenAt) : 'Never'}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap">
        {changes && !member.you ? <MemberSessionsButton id={member.id} name={member.name} /> : null}
        {changes && !member.you ? <RemoveMember member={member} remove={changes.remove} /> : null}
      </TableCell>
    </TableRow>
  )
}

function MemberTable({ members, canManage }: { members: MemberView[]; canManage: boolean }) {
  const changes = useMemberChanges()
  return (
    <Table label="List of members" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>E-mail</TableHead>
          <TableHead>Role</TableHead>
          <TableHead>Last seen</TableHead>
          <TableHead>
            <span className="sr-only">Acts</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} changes={canManage ? changes : undefined} />
        ))}
      </TableBody>
    </Table>
  )
}

/** The people of the organization and their roles. */
export function Members({ canManage }: { canManage: boolean }) {
  const query = useQuery(queryOf(listMembersContract, { query: { limit: 200 } }))
  return (
    <SettingsSection
      title="Members"
      description="Owners manage everything, builders draw workflows, workers fill in forms and screens."
      action={canManage ? <AddMember /> : null}
    >
      <Loaded
        query={query}
        what="The members"
        loading={<LoadingRows label="Loading the members" rows={2} rowClass="h-10 w-full" />}
      >
        {({ items }) => <MemberTable members={items} canManage={canManage} />}
      </Loaded>
      {canManage ? <Invitations /> : null}
    </SettingsSection>
  )
}

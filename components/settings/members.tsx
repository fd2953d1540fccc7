'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserMinusIcon } from 'lucide-react'
import { toast } from 'sonner'
import { LoadFailure } from '#components/shared/load-failure'
import { ConfirmButton } from '#components/shared/confirm-button'
import { formatInstant } from '#components/shared/format'
import { fieldClass } from '#components/ui/field-class'
import { Skeleton } from '#components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import { queryOf, refresh } from '#components/shared/queries'
import {
  changeMemberContract,
  listMembersContract,
  removeMemberContract,
} from '#lib/contracts/members'
import { memberRoles, type MemberRole } from '#lib/domain/statuses'
import { call } from '#lib/http/client'
import { AddMember } from './add-member.tsx'
import { Invitations } from './invitations.tsx'

/** The people of the organization and their roles. */
export function Members({ canManage }: { canManage: boolean }) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(listMembersContract, { query: { limit: 200 } }),
  })
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => void refresh(client, listMembersContract),
  }
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: MemberRole }) =>
      call(changeMemberContract, { params: { id }, body: { role } }),
    ...settled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(removeMemberContract, { params: { id } }),
    ...settled,
  })
  return (
    <section className="space-y-4" aria-labelledby="members-title">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="members-title" className="text-base font-semibold">
            Members
          </h2>
          <p className="text-sm text-muted-foreground">
            Owners manage everything, builders draw workflows, workers fill in forms and screens.
          </p>
        </div>
        {canManage ? <AddMember /> : null}
      </div>
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the members">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : query.isError ? (
        <LoadFailure what="The members" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Table label="List of members" stacked>
          <TableHeader>
            <TableRow>
              <TableHead>Name</TableHead>
              <TableHead>E-mail</TableHead>
              <TableHead>Role</TableHead>
              <TableHead>Since</TableHead>
              <TableHead>
                <span className="sr-only">Acts</span>
              </TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {query.data.items.map((member) => (
              <TableRow key={member.id}>
                <TableCell className="font-medium">
                  {member.name}
                  {member.you ? ' (you)' : ''}
                </TableCell>
                <TableCell label="E-mail">{member.email}</TableCell>
                <TableCell label="Role">
                  {canManage ? (
                    <select
                      className={`${fieldClass} h-8 w-28 min-w-28 px-2`}
                      aria-label={`Role of ${member.name}`}
                      value={member.role}
                      disabled={change.isPending}
                      onChange={(event) =>
                        change.mutate({ id: member.id, role: event.target.value as MemberRole })
                      }
                    >
                      {memberRoles.map((role) => (
                        <option key={role} value={role}>
                          {role}
                        </option>
                      ))}
                    </select>
                  ) : (
                    member.role
                  )}
                </TableCell>
                <TableCell label="Since" className="whitespace-nowrap text-muted-foreground">
                  {formatInstant(member.createdAt)}
                </TableCell>
                <TableCell className="text-right">
                  {canManage && !member.you ? (
                    <ConfirmButton
                      icon={UserMinusIcon}
                      label="Remove"
                      title={`Remove ${member.name}?`}
                      confirm="Remove"
                      keep="Keep"
                      description="They are signed out of this organization at once, and the API keys that they made stop. What they did stays in the runs and the audit log."
                      onConfirm={() => remove.mutate(member.id)}
                    />
                  ) : null}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {canManage ? <Invitations /> : null}
    </section>
  )
}

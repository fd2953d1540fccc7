'use client'

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '#components/shared/navigation/link'
import { toast } from '#components/shared/messages/toast'
import { RoleSelect } from '#components/roles/role-select'
import { NativeSelect } from '#components/shared/fields/native-select'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listCalendarsContract } from '#lib/contracts/organization/calendars'
import {
  listDirectoryGroupsContract,
  setDirectoryGroupCalendarContract,
  setDirectoryGroupRoleContract,
  type DirectoryGroupView,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

function GroupRow({ group }: { group: DirectoryGroupView }) {
  const again = useDirectoryRefresh()
  const set = useMutation({
    mutationFn: (role: string | null) =>
      call(setDirectoryGroupRoleContract, { params: { id: group.id }, body: { role } }),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  return (
    <TableRow>
      <TableCell className="font-medium">
        {group.name}
        <Link
          href={`/workflows/find?group=${group.id}`}
          className="block w-fit rounded-sm text-xs font-normal text-muted-foreground underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring"
        >
          Where it is used<span className="sr-only">: {group.name}</span>
        </Link>
      </TableCell>
      <TableCell label="People">{group.people}</TableCell>
      <TableCell label="Role">
        <RoleSelect
          className="h-8 w-40"
          aria-label={`Role of ${group.name}`}
          value={group.role ?? ''}
          none="gives no role"
          disabled={set.isPending}
          onChange={({ target }) => set.mutate(target.value === '' ? null : target.value)}
        />
      </TableCell>
      <TableCell label="Calendar">
        <CalendarOfGroup group={group} />
      </TableCell>
    </TableRow>
  )
}

/** By which calendar screens of the group count working time. */
function CalendarOfGroup({ group }: { group: DirectoryGroupView }) {
  const again = useDirectoryRefresh()
  const calendars = useQuery(queryOf(listCalendarsContract, {}))
  const set = useMutation({
    mutationFn: (calendar: string | null) =>
      call(setDirectoryGroupCalendarContract, { params: { id: group.id }, body: { calendar } }),
    onError: (error) => toast.error(error.message),
    onSettled: again,
  })
  return (
    <NativeSelect
      className="h-8 w-40"
      aria-label={`Calendar of ${group.name}`}
      value={group.calendar ?? ''}
      disabled={set.isPending || !calendars.data}
      onChange={({ target }) => set.mutate(target.value === '' ? null : target.value)}
    >
      <option value="">the default one</option>
      {(calendars.data?.items ?? []).map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** The groups of a directory, the role that each gives, and the calendar of its screens. */
export function DirectoryGroups({ directory }: { directory: DirectoryView }) {
  const query = useInfiniteQuery({
    ...pagesOf(listDirectoryGroupsContract, { query: { directory: directory.id } }),
    refetchInterval: pollEvery(5000),
  })
  return (
    <div className="space-y-2">
      <h4 className="text-sm font-semibold">Groups, their roles and calendars</h4>
      <p className="text-sm text-muted-foreground">
        A person in several groups has the strongest role. Owners whom you appointed stay owners.
      </p>
      <PagedList
        query={query}
        what="The groups"
        skeletons={{ rows: 2, height: 'h-10' }}
        empty={
          <p className="text-sm text-muted-foreground">The directory has sent no group yet.</p>
        }
      >
        {(groups) => (
          <Table label={`Groups of ${directory.name}`} stacked>
            <TableHeader>
              <TableRow>
                <TableHead>Group</TableHead>
                <TableHead>People</TableHead>
                <TableHead>Role</TableHead>
                <TableHead>Calendar</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {groups.map((group) => (
                <GroupRow key={group.id} group={group} />
              ))}
            </TableBody>
          </Table>
        )}
      </PagedList>
    </div>
  )
}

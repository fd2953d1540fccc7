'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { Input } from '#components/ui/input/input'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import {
  listDirectoryUsersContract,
  type DirectoryUserView,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { describePerson } from './describe-person.ts'

export function PeopleTable({ people, label }: { people: DirectoryUserView[]; label: string }) {
  return (
    <Table label={label} stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>E-mail</TableHead>
          <TableHead>Groups</TableHead>
          <TableHead>Here</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {people.map((person) => (
          <TableRow key={person.id}>
            <TableCell className="font-medium">{person.name}</TableCell>
            <TableCell label="E-mail" className="break-all">
              {person.email ?? person.userName}
            </TableCell>
            <TableCell label="Groups">{person.groups.join(', ') || '–'}</TableCell>
            <TableCell label="Here" className="whitespace-normal text-muted-foreground">
              {describePerson(person)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The people of a directory: what it says of them, and what they have here. */
export function DirectoryPeople({ directory }: { directory: DirectoryView }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const query = useInfiniteQuery({
    ...pagesOf(listDirectoryUsersContract, {
      params: { id: directory.id },
      query: search === '' ? {} : { search },
    }),
    refetchInterval: pollEvery(5000),
  })
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-semibold">People</h4>
        {directory.people > 10 ? (
          <Input
            type="search"
            className="h-8 sm:max-w-64"
            aria-label={`Find people of ${directory.name}`}
            placeholder="Find by name or address"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </div>
      <PagedList
        query={query}
        what="The people"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <p className="text-sm text-muted-foreground">
            {search === ''
              ? 'The directory has sent nobody yet.'
              : `Nobody here is called “${search}”.`}
          </p>
        }
      >
        {(people) => <PeopleTable people={people} label={`People of ${directory.name}`} />}
      </PagedList>
    </div>
  )
}

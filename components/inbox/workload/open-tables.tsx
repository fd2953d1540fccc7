import { UserPlusIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { formatDate } from '#components/shared/display/format'
import { Button } from '#components/ui/input/button'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import type { Workload } from '#lib/contracts/runs/workload'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { inboxAddress } from './inbox-address.ts'
import { ageWords } from './workload-words.ts'

type Person = Workload['people'][number]
type Group = Workload['groups'][number]
type Counts = Pick<Person, 'open' | 'overdue' | 'dueToday' | 'oldestAt'>

/** A number that leads to what it counts; none leads nowhere. */
export function Count(props: { count: number; of: string; filters: InboxFilters }) {
  const { count, of, filters } = props
  if (count === 0) return <span className="text-muted-foreground">0</span>
  return (
    <Link
      href={inboxAddress(filters)}
      className="rounded-sm font-medium underline underline-offset-4 outline-none focus-visible:ring-2 focus-visible:ring-ring"
    >
      {count.toLocaleString('en-US')}
      <span className="sr-only"> {of}</span>
    </Link>
  )
}

function CountCells({ counts, filters }: { counts: Counts; filters: InboxFilters }) {
  const { open, overdue, dueToday, oldestAt } = counts
  return (
    <>
      <TableCell label="Open" className="tabular-nums sm:text-right">
        <Count count={open} of="open" filters={filters} />
      </TableCell>
      <TableCell label="Overdue" className="tabular-nums sm:text-right">
        <Count count={overdue} of="overdue" filters={{ ...filters, due: 'overdue' }} />
      </TableCell>
      <TableCell label="Due today" className="tabular-nums sm:text-right">
        <Count count={dueToday} of="due today" filters={{ ...filters, due: 'today' }} />
      </TableCell>
      <TableCell label="Oldest" className="whitespace-nowrap text-muted-foreground sm:text-right">
        {oldestAt ? <Age at={oldestAt} /> : 'None'}
      </TableCell>
    </>
  )
}

const countHeads = ['Open', 'Overdue', 'Due today', 'Oldest'].map((name) => (
  <TableHead key={name} className="sm:text-right">
    {name}
  </TableHead>
))

type Props = { filters: InboxFilters }
type PeopleProps = Props & { people: Person[]; onGive(person: Person): void }

/** Who has which open work. */
export function PeopleTable({ people, filters, onGive }: PeopleProps) {
  return (
    <Table label="Open work by person" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Person</TableHead>
          {countHeads}
          <TableHead>
            <span className="sr-only">Give to somebody</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {people.map((row) => {
          const { person, away } = row
          const whose = { ...filters, assignee: person?.userId ?? 'nobody' }
          return (
            <TableRow key={person?.userId ?? 'nobody'}>
              <TableCell className="min-w-24 font-medium wrap-anywhere">
                {person?.name ?? 'Nobody'}
                {away ? (
                  <span className="block text-xs font-normal text-muted-foreground">
                    Away until {formatDate(away.until)};{' '}
                    {away.delegate ? `${away.delegate} stands in` : 'nobody stands in'}
                  </span>
                ) : null}
              </TableCell>
              <CountCells counts={row} filters={whose} />
              <TableCell className="sm:text-right">
                <Button variant="outline" size="sm" onClick={() => onGive(row)}>
                  <UserPlusIcon aria-hidden /> {person ? 'Reassign' : 'Assign'}
                  <span className="sr-only"> what {person?.name ?? 'nobody'} has</span>
                </Button>
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** Which open work is for which group. */
export function GroupTable({ groups, filters }: Props & { groups: Group[] }) {
  return (
    <Table label="Open work by group" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Group</TableHead>
          {countHeads}
          <TableHead className="sm:text-right">Nobody’s</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {groups.map(({ groupId, name, unclaimed, ...counts }) => {
          const ofGroup = { ...filters, group: groupId }
          return (
            <TableRow key={groupId}>
              <TableCell className="min-w-24 font-medium wrap-anywhere">{name}</TableCell>
              <CountCells counts={counts} filters={ofGroup} />
              <TableCell label="Nobody’s" className="tabular-nums sm:text-right">
                <Count
                  count={unclaimed}
                  of="that nobody has"
                  filters={{ ...ofGroup, assignee: 'nobody' }}
                />
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

/** How old the open work is, with a bar for each age. */
export function AgeTable({ ages, filters }: Props & { ages: Workload['ages'] }) {
  const highest = Math.max(1, ...ages.map(({ count }) => count))
  return (
    <Table label="Open work by age">
      <TableHeader>
        <TableRow>
          <TableHead>Open for</TableHead>
          <TableHead className="text-right">Screens</TableHead>
          <TableHead className="w-1/2 max-sm:hidden">
            <span className="sr-only">As a bar</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {ages.map(({ count, openedFrom, openedBefore, ...age }) => (
          <TableRow key={age.from}>
            <TableCell>{ageWords(age)}</TableCell>
            <TableCell className="text-right tabular-nums">
              <Count
                count={count}
                of={`open for ${ageWords(age).toLowerCase()}`}
                filters={{
                  ...filters,
                  openedFrom: openedFrom ?? undefined,
                  openedBefore: openedBefore ?? undefined,
                }}
              />
            </TableCell>
            <TableCell className="max-sm:hidden">
              <div
                aria-hidden
                className="h-3 rounded-sm"
                style={{ width: `${(100 * count) / highest}%`, background: 'var(--chart-1)' }}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

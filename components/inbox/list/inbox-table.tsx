import { ArrowDownIcon, ArrowUpIcon, PencilLineIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import type { ReactNode } from 'react'
import { Age } from '#components/shared/display/age'
import { ForAbsent } from '#components/absences/for-absent'
import { CaseFacts } from '#components/shared/display/case-facts'
import { cn } from '#components/ui/cn'
import { Badge } from '#components/ui/feedback/badge'
import { Checkbox } from '#components/ui/input/checkbox'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { useMediaQuery } from '#components/ui/use-media-query'
import type { InboxItem } from '#lib/contracts/runs/screens'
import type { InboxSort, InboxColumn } from '#lib/domain/run/inbox-words'
import { Due, FollowUp, NextAction } from './due.tsx'
import { RowMenu } from './menus-at-touch.tsx'
import type { RowActs } from './row-menu.tsx'
import type { InboxFiltersState } from './use-inbox-filters.ts'
import type { Selection } from './use-selection.ts'
import type { Row as RowOf } from './use-steady-items.ts'

function Who({ claim, sender, assignedFor }: Pick<InboxItem, 'claim' | 'sender' | 'assignedFor'>) {
  if (!claim) return <span className="text-muted-foreground">Nobody</span>
  return (
    <span>
      {claim.mine ? <span className="font-medium">You</span> : claim.name}
      {sender ? (
        <span className="block text-xs text-muted-foreground">from {sender.name}</span>
      ) : null}
      {assignedFor ? <ForAbsent person={assignedFor} /> : null}
    </span>
  )
}

/** The columns of a workflow's cases; none while screens of several workflows are shown. */
const maxCaseColumns = 4
export const caseColumnsOf = (items: readonly InboxItem[], isOneWorkflow: boolean): string[] =>
  isOneWorkflow
    ? [
        ...new Set(
          items.flatMap((item) => (item.case.caseColumns ?? []).map(({ label }) => label)),
        ),
      ].slice(0, maxCaseColumns)
    : []

type RowProps = { item: RowOf; columns: string[]; selection: Selection; acts: RowActs }

function CaseCell({ item, columns }: Pick<RowProps, 'item' | 'columns'>) {
  const { case: named, isGone, taskId, title } = item
  const rest = (named.caseColumns ?? []).filter(({ label }) => !columns.includes(label))
  return (
    <TableCell className="min-w-36">
      <Link
        data-row={taskId}
        href={`/inbox/${taskId}`}
        className={cn(
          'line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0',
          'focus-visible:after:ring-2 focus-visible:after:ring-ring focus-visible:after:ring-inset',
          isGone && 'line-through',
        )}
      >
        {named.title ?? title}
      </Link>
      <CaseFacts subtitle={named.subtitle} caseColumns={rest} />
      {isGone ? <span className="block text-xs text-muted-foreground">No longer here</span> : null}
    </TableCell>
  )
}

function WhenCell({ item }: Pick<RowProps, 'item'>) {
  const { dueAt, dueIn, followUpAt, nextAction } = item
  return (
    <TableCell
      label="Due"
      className={cn(
        'sm:max-w-56 sm:min-w-36',
        // On a phone each line is dear.
        !dueAt && !followUpAt && !nextAction && 'max-sm:hidden!',
      )}
    >
      <Due dueAt={dueAt} dueIn={dueIn} />
      {followUpAt ? (
        <span className="block text-xs">
          <FollowUp at={followUpAt} />
        </span>
      ) : null}
      {dueAt || followUpAt ? null : <span className="text-muted-foreground">No date</span>}
      <NextAction nextAction={nextAction} dueAt={dueAt} dueIn={dueIn} />
    </TableCell>
  )
}

type CellProps = Pick<RowProps, 'item' | 'columns'> & { hidden: readonly InboxColumn[] }

function ScreenCell({ item: { title, workflow }, columns }: Pick<RowProps, 'item' | 'columns'>) {
  return (
    <TableCell label="Screen" className="min-w-32">
      <span className="block wrap-anywhere">{title}</span>
      {columns.length > 0 ? null : (
        <span className="block text-xs text-muted-foreground">{workflow.name}</span>
      )}
    </TableCell>
  )
}

/** The cells that a view may leave out. */
function UsualCells({ item, columns, hidden }: CellProps) {
  const { assignedFor, claim, hasDraft, openedAt, priority, sender } = item
  const shows = (column: InboxColumn): boolean => !hidden.includes(column)
  return (
    <>
      {shows('screen') ? <ScreenCell item={item} columns={columns} /> : null}
      {shows('priority') ? (
        <TableCell
          label="Priority"
          // A phone has no room to say what is usual.
          className={cn('tabular-nums sm:max-lg:hidden', priority === 0 && 'max-sm:hidden!')}
        >
          {priority === 0 ? <span className="text-muted-foreground">Normal</span> : priority}
        </TableCell>
      ) : null}
      {shows('due') ? <WhenCell item={item} /> : null}
      {shows('with') ? (
        <TableCell label="With">
          <span className="flex flex-wrap items-center gap-2">
            <Who claim={claim} sender={sender} assignedFor={assignedFor} />
            {hasDraft ? (
              <Badge variant="outline">
                <PencilLineIcon aria-hidden /> Started
              </Badge>
            ) : null}
          </span>
        </TableCell>
      ) : null}
      {shows('waiting') ? (
        <TableCell
          label="Waiting"
          className="whitespace-nowrap text-muted-foreground tabular-nums sm:max-lg:hidden sm:text-right"
        >
          <Age at={openedAt} />
        </TableCell>
      ) : null}
    </>
  )
}

/** What others have, only who may take it from them does something about. */
const hasActs = ({ claim }: RowOf, { mayTake }: RowActs): boolean =>
  claim === null || claim.mine || mayTake

/** One open screen. The link fills its row, so that all of the row leads to it. */
function Row({ item, columns, hidden, selection, acts }: RowProps & CellProps) {
  const { case: named, isGone, taskId, title } = item
  const name = named.title ?? title
  const isSelected = selection.has(taskId)
  return (
    <TableRow className={cn('relative', isSelected && 'bg-accent/60', isGone && 'opacity-60')}>
      <TableCell className="w-8 pr-0 max-sm:float-left max-sm:mr-3 max-sm:w-auto">
        <Checkbox
          className="relative z-10 block"
          aria-label={`Select ${name}`}
          checked={isSelected}
          disabled={isGone}
          onClick={(event) =>
            event.shiftKey ? selection.extendTo(taskId) : selection.toggle(taskId)
          }
        />
      </TableCell>
      <CaseCell item={item} columns={columns} />
      {columns.map((label) => (
        <TableCell key={label} label={label} className="wrap-anywhere sm:min-w-24">
          {named.caseColumns?.find((column) => column.label === label)?.value}
        </TableCell>
      ))}
      <UsualCells item={item} columns={columns} hidden={hidden} />
      <TableCell className="w-8 pl-0 max-sm:absolute! max-sm:top-2 max-sm:right-3">
        {isGone || !hasActs(item, acts) ? null : <RowMenu item={item} name={name} acts={acts} />}
      </TableCell>
    </TableRow>
  )
}

type HeadProps = {
  by: InboxSort
  state: InboxFiltersState
  children: ReactNode
  className?: string
}

/** The head of a column by which the list can be sorted. */
function SortHead({ by, state: { sort, direction, sortBy }, children, className }: HeadProps) {
  // The head of a phone is for screen readers only, where a button would be focused unseen.
  const isWide = useMediaQuery('(min-width: 40rem)', true)
  const isSorted = sort === by
  const Arrow = direction === 'asc' ? ArrowUpIcon : ArrowDownIcon
  const words = direction === 'asc' ? 'ascending' : 'descending'
  return (
    <TableHead className={className} aria-sort={isSorted ? words : undefined}>
      {isWide ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm outline-none hover:text-foreground focus-visible:ring-2 focus-visible:ring-ring"
          onClick={() => sortBy(by)}
        >
          {children}
          {isSorted ? <Arrow className="size-3.5" aria-hidden /> : null}
        </button>
      ) : (
        children
      )}
    </TableHead>
  )
}

/** The heads of the columns that a view may leave out. */
function UsualHeads({ state }: { state: InboxFiltersState }) {
  const shows = (column: InboxColumn): boolean => !state.hidden.includes(column)
  return (
    <>
      {shows('screen') ? <TableHead>Screen</TableHead> : null}
      {shows('priority') ? (
        <SortHead by="priority" state={state} className="sm:max-lg:hidden">
          Priority
        </SortHead>
      ) : null}
      {shows('due') ? (
        <SortHead by="due" state={state}>
          Due
        </SortHead>
      ) : null}
      {shows('with') ? <TableHead>With</TableHead> : null}
      {shows('waiting') ? (
        <SortHead by="opened" state={state} className="sm:max-lg:hidden sm:text-right">
          Waiting
        </SortHead>
      ) : null}
    </>
  )
}

type Props = {
  items: readonly RowOf[]
  columns: string[]
  state: InboxFiltersState
  selection: Selection
  acts: RowActs
}

/** Open screens as a table; on a phone as blocks. */
export function InboxTable({ items, columns, state, selection, acts }: Props) {
  const isEvery = items.length > 0 && items.every(({ taskId }) => selection.has(taskId))
  const row = { columns, hidden: state.hidden, selection, acts }
  return (
    <Table label="Open screens" stacked>
      <TableHeader>
        <TableRow>
          <TableHead className="w-8 pr-0">
            <span className="sr-only sm:hidden">Choice</span>
            <Checkbox
              className="block max-sm:hidden"
              aria-label="Select all that are shown"
              checked={isEvery}
              onClick={() => (isEvery ? selection.clear() : selection.selectLoaded())}
            />
          </TableHead>
          <SortHead by="case" state={state}>
            Case
          </SortHead>
          {columns.map((label) => (
            <TableHead key={label}>{label}</TableHead>
          ))}
          <UsualHeads state={state} />
          <TableHead className="w-8 pl-0">
            <span className="sr-only">Acts</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {items.map((item) => (
          <Row key={item.taskId} item={item} {...row} />
        ))}
      </TableBody>
    </Table>
  )
}

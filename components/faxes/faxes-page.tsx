'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDownLeftIcon, ArrowUpRightIcon, PrinterIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Age } from '#components/shared/display/age'
import { PagedList } from '#components/shared/loading/paged-list'
import { pollEvery } from '#components/shared/loading/poll-every'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { cn } from '#components/ui/cn'
import { Button } from '#components/ui/input/button'
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
import { listFaxesContract, type FaxView } from '#lib/contracts/integrations/faxes'
import { FaxFilters } from './fax-filters.tsx'
import { readableNumber } from './fax-number.ts'
import { FaxStatusBadge } from './fax-status.tsx'
import { queryOfFaxFilters } from './fax-query.ts'
import { useFaxFilters } from './use-fax-filters.ts'

/** The other side of a fax: its number, or that it is not known. */
function Other({ fax: { faxId, direction, number } }: { fax: FaxView }) {
  const isIn = direction === 'in'
  const Icon = isIn ? ArrowDownLeftIcon : ArrowUpRightIcon
  return (
    <Link
      href={`/faxes/${faxId}`}
      className="inline-flex min-h-6 items-center gap-2 rounded-sm font-medium underline-offset-2 outline-none hover:underline focus-visible:ring-2 focus-visible:ring-ring"
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <span className="sr-only">{isIn ? 'From' : 'To'} </span>
      <span className="tabular-nums">{number ? readableNumber(number) : 'Number not known'}</span>
    </Link>
  )
}

const triesOf = ({ tryNumber, tries }: FaxView): string | null =>
  tries !== null && tryNumber > 1 ? `Try ${tryNumber} of ${tries}` : null

/** Left out where the columns that are compared would not fit: a fax names it, too. */
const wideOnly = 'sm:max-lg:hidden'

function List({ faxes }: { faxes: FaxView[] }) {
  return (
    <Table label="Faxes" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>From or to</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Pages</TableHead>
          <TableHead className={wideOnly}>Line</TableHead>
          <TableHead className={wideOnly}>By</TableHead>
          <TableHead>When</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {faxes.map((fax) => (
          <TableRow key={fax.faxId}>
            <TableCell className="whitespace-nowrap">
              <Other fax={fax} />
            </TableCell>
            <TableCell label="Status" className="max-w-72">
              <FaxStatusBadge status={fax.status} />
              <p className="mt-1 text-xs text-muted-foreground empty:hidden">
                {[triesOf(fax), fax.failure?.message].filter(Boolean).join(' · ')}
              </p>
            </TableCell>
            <TableCell label="Pages" className="text-muted-foreground tabular-nums">
              {fax.pages ?? '–'}
            </TableCell>
            <TableCell
              label="Line"
              className={cn(wideOnly, 'whitespace-nowrap text-muted-foreground')}
            >
              {fax.line ? readableNumber(fax.line) : fax.connection}
            </TableCell>
            <TableCell label="By" className={cn(wideOnly, 'text-muted-foreground')}>
              {fax.createdBy}
            </TableCell>
            <TableCell label="When" className="whitespace-nowrap text-muted-foreground">
              <Age at={fax.createdAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The faxes, sent and received, newest first, read again every 15 seconds. */
export function FaxesPage() {
  const { filters, change, clear } = useFaxFilters()
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const query = useInfiniteQuery({
    ...pagesOf(listFaxesContract, { query: queryOfFaxFilters(filters) }),
    refetchInterval: pollEvery(15_000),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHeader
        title="Faxes"
        description="Sent and received, newest first. Open one for its pages, and to send it again."
      />
      <FaxFilters filters={filters} change={change} />
      <PagedList
        query={query}
        what="The faxes"
        skeletons={{ rows: 3, height: 'h-12' }}
        empty={
          isFiltered ? (
            <EmptyState
              icon={PrinterIcon}
              title="No fax is like this"
              description="A number is found when it is whole."
            >
              <Button variant="outline" onClick={clear}>
                Show all faxes
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={PrinterIcon}
              title="No fax yet"
              description="Send one with the step “Send fax” of a workflow. Received faxes come by a fax connection; the editor’s menu “Fax lines” says which workflow they start."
            />
          )
        }
      >
        {(faxes) => <List faxes={faxes} />}
      </PagedList>
    </Page>
  )
}

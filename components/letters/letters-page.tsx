'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { MailsIcon } from 'lucide-react'
import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { formatDate } from '#components/shared/display/format'
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
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { listLettersContract, type LetterSummary } from '#lib/contracts/integrations/letters'
import { pollEvery } from '#components/shared/loading/poll-every'
import { countOf } from '#lib/domain/count-of'
import { letterServiceTitles } from '#lib/domain/provider/letter-words'
import { LetterSheet } from './letter-sheet.tsx'
import { LetterStatusBadge } from './letter-status.tsx'

/** What kind of letter it is: the list has no addresses, which are patient data. */
const nameOf = ({ extraService, pages }: LetterSummary): string =>
  `${letterServiceTitles[extraService]}, ${countOf(pages, 'page')}`

function List({ letters, onOpen }: { letters: LetterSummary[]; onOpen(id: string): void }) {
  return (
    <Table label="Letters" stacked>
      <TableHeader>
        <TableRow>
          <TableHead>Letter</TableHead>
          <TableHead>Status</TableHead>
          <TableHead>Connection</TableHead>
          <TableHead>Expected</TableHead>
          <TableHead>Made</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {letters.map((letter) => (
          <TableRow key={letter.trackingId}>
            <TableCell>
              <button
                type="button"
                className="group min-h-6 rounded-sm text-left outline-none focus-visible:ring-2 focus-visible:ring-ring"
                onClick={() => onOpen(letter.trackingId)}
              >
                <span className="block font-medium underline-offset-2 group-hover:underline">
                  {nameOf(letter)}
                </span>
                <span className="block font-mono text-xs break-all text-muted-foreground">
                  {letter.trackingNumber ?? letter.trackingId}
                </span>
              </button>
            </TableCell>
            <TableCell label="Status">
              <LetterStatusBadge status={letter.status} />
            </TableCell>
            <TableCell label="Connection" className="text-muted-foreground">
              {letter.connection}
            </TableCell>
            <TableCell label="Expected" className="whitespace-nowrap text-muted-foreground">
              {letter.expectedDeliveryDate ? formatDate(letter.expectedDeliveryDate) : '–'}
            </TableCell>
            <TableCell label="Made" className="whitespace-nowrap text-muted-foreground">
              <Age at={letter.createdAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The letters on paper, newest first, without the addresses, read again every 15 seconds. */
export function LettersPage() {
  const [open, setOpen] = useState<string | null>(null)
  const query = useInfiniteQuery({
    ...pagesOf(listLettersContract),
    refetchInterval: pollEvery(15_000),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHeader
        title="Letters"
        description="What was printed and mailed, newest first. Open one for its news."
      />
      <PagedList
        query={query}
        what="The letters"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={
          <EmptyState
            icon={MailsIcon}
            title="No letter yet"
            description="Send one with the step “Send letter” in a workflow, or with POST /api/v2/communication/letters."
          />
        }
      >
        {(letters) => <List letters={letters} onOpen={setOpen} />}
      </PagedList>
      <LetterSheet id={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

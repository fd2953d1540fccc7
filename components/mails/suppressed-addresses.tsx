'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { BanIcon, FlagIcon, UndoIcon } from 'lucide-react'
import { useState } from 'react'
import { Age } from '#components/shared/display/age'
import { Pill } from '#components/shared/display/pill'
import { SearchFilter } from '#components/shared/fields/search-filter'
import { PagedList } from '#components/shared/loading/paged-list'
import { pagesOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#components/ui/layout/table'
import { listSuppressedAddressesContract, type SuppressedAddress } from '#lib/contracts/runs/mails'
import { LiftSuppression } from './lift-suppression.tsx'

function Reason({ reason }: Pick<SuppressedAddress, 'reason'>) {
  return reason === 'bounced' ? (
    <Pill icon={UndoIcon} tone="bad" label="Bounced" />
  ) : (
    <Pill icon={FlagIcon} tone="bad" label="Reported as spam" />
  )
}

function Row({ entry, canManage }: { entry: SuppressedAddress; canManage: boolean }) {
  return (
    <TableRow>
      <TableCell className="font-medium break-all">{entry.address}</TableCell>
      <TableCell label="Why">
        <div className="space-y-1">
          <Reason reason={entry.reason} />
          {entry.detail ? (
            <p className="max-w-96 text-xs break-words text-muted-foreground">{entry.detail}</p>
          ) : null}
        </div>
      </TableCell>
      <TableCell label="Since" className="whitespace-nowrap text-muted-foreground">
        <Age at={entry.createdAt} />
      </TableCell>
      {canManage ? (
        <TableCell className="text-right">
          <LiftSuppression entry={entry} />
        </TableCell>
      ) : null}
    </TableRow>
  )
}

function NoAddress({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={BanIcon}
      title={isFiltered ? 'No such address' : 'Every address gets its mails'}
      description={
        isFiltered
          ? 'No suppressed address has this text. Clear the search to see all.'
          : 'An address comes here when a mail to it bounces for good, or when its owner reports one as spam.'
      }
    />
  )
}

/** The addresses that get no mails, with why, and how to lift that. */
export function SuppressedAddresses({ canManage }: { canManage: boolean }) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const query = useInfiniteQuery({
    ...pagesOf(listSuppressedAddressesContract, { query: { q: q === '' ? undefined : q } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="text-sm text-muted-foreground">
        Mails to these addresses are not sent: sending on would make mail services refuse all your
        mails. A full mailbox does not bring an address here.
      </p>
      <search className="flex sm:max-w-80">
        <SearchFilter
          label="Search by address"
          placeholder="Address"
          inputMode="email"
          value={typed}
          onChange={setTyped}
        />
      </search>
      <PagedList
        query={query}
        what="The suppressed addresses"
        skeletons={{ rows: 3, height: 'h-10' }}
        empty={<NoAddress isFiltered={q !== ''} />}
      >
        {(entries) => (
          <Table label="Suppressed addresses" stacked>
            <TableHeader>
              <TableRow>
                <TableHead>Address</TableHead>
                <TableHead>Why</TableHead>
                <TableHead>Since</TableHead>
                {canManage ? (
                  <TableHead>
                    <span className="sr-only">Lift</span>
                  </TableHead>
                ) : null}
              </TableRow>
            </TableHeader>
            <TableBody>
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} canManage={canManage} />
              ))}
            </TableBody>
          </Table>
        )}
      </PagedList>
    </>
  )
}

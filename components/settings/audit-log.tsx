'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollTextIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '#components/shared/load-failure'
import { formatInstant } from '#components/shared/format'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { Input } from '#components/ui/input'
import { Skeleton } from '#components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import { pagesOf } from '#components/shared/queries'
import { listAuditContract } from '#lib/contracts/audit'

/** Who did what, newest first. */
export function AuditLog() {
  const [actor, setActor] = useState('')
  const [action, setAction] = useState('')
  const query = useInfiniteQuery({
    ...pagesOf(listAuditContract, {
      query: { actor, action },
    }),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="space-y-4" aria-labelledby="audit-title">
      <h2 id="audit-title" className="text-base font-semibold">
        Audit log
      </h2>
      <search className="flex flex-wrap gap-3">
        <label className="grid gap-1 text-sm">
          Who
          <Input
            value={actor}
            placeholder="Part of a name"
            onChange={(event) => setActor(event.target.value)}
          />
        </label>
        <label className="grid gap-1 text-sm">
          What
          <Input
            value={action}
            placeholder="workflow.published"
            onChange={(event) => setAction(event.target.value)}
          />
        </label>
      </search>
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the audit log">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : query.isError ? (
        <LoadFailure
          what="The audit log"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={ScrollTextIcon}
          title="No entry"
          description={
            actor || action
              ? 'Nothing matches. Actions are matched whole, for example workflow.published.'
              : 'Every act is written here, in the transaction of the act.'
          }
        />
      ) : (
        <>
          <Table label="Audit entries" stacked>
            <TableHeader>
              <TableRow>
                <TableHead>When</TableHead>
                <TableHead>Who</TableHead>
                <TableHead>What</TableHead>
                <TableHead>On</TableHead>
                <TableHead>Details</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {entries.map((entry) => (
                <TableRow key={entry.id}>
                  <TableCell label="When" className="whitespace-nowrap text-muted-foreground">
                    {formatInstant(entry.at)}
                  </TableCell>
                  <TableCell label="Who">{entry.actor.name}</TableCell>
                  <TableCell label="What">
                    <code className="text-xs">{entry.action}</code>
                  </TableCell>
                  <TableCell label="On" className="text-muted-foreground">
                    {entry.object.kind} <code className="text-xs">{entry.object.id}</code>
                  </TableCell>
                  <TableCell
                    label="Details"
                    className="max-w-80 truncate text-xs text-muted-foreground"
                    title={JSON.stringify(entry.details)}
                  >
                    {JSON.stringify(entry.details)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {query.hasNextPage ? (
            <Button variant="outline" onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

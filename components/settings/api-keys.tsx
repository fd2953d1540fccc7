'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { LoadFailure } from '#components/shared/load-failure'
import { formatAge, formatInstant } from '#components/shared/format'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { EmptyState } from '#components/ui/empty-state'
import { Skeleton } from '#components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#components/ui/table'
import { pagesOf } from '#components/shared/queries'
import { listApiKeysContract } from '#lib/contracts/api-keys'
import { pollEvery } from '#components/shared/poll-every'
import { CreateApiKey } from './create-api-key.tsx'
import { DeleteApiKey } from './delete-api-key.tsx'

/**
 * The API keys: what systems call with. A key is shown once, when it is made. Looks again every
 * five seconds, for the last uses.
 */
export function ApiKeys() {
  const query = useInfiniteQuery({
    ...pagesOf(listApiKeysContract),
    refetchInterval: pollEvery(5000),
  })
  const keys = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="space-y-4" aria-labelledby="api-keys-title">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="api-keys-title" className="text-base font-semibold">
            API keys
          </h2>
          <p className="text-sm text-muted-foreground">
            Systems send one as <code>Authorization: Bearer</code>. Give each system its own, so
            that one can be ended alone.
          </p>
        </div>
        <CreateApiKey />
      </div>
      {query.isPending ? (
        <div className="space-y-2" aria-busy="true" aria-label="Loading the API keys">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      ) : query.isError && keys.length === 0 ? (
        <LoadFailure what="The API keys" error={query.error} onRetry={() => void query.refetch()} />
      ) : keys.length === 0 ? (
        <EmptyState
          icon={KeyRoundIcon}
          title="No API key yet"
          description="Create one for each system that calls the API."
        />
      ) : (
        <>
          <Table label="List of API keys" stacked>
            <TableHeader>
              <TableRow>
                <TableHead>Name</TableHead>
                <TableHead>Key</TableHead>
                <TableHead>Role</TableHead>
                <TableHead>Created</TableHead>
                <TableHead>Last used</TableHead>
                <TableHead>
                  <span className="sr-only">Acts</span>
                </TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {keys.map((key) => (
                <TableRow key={key.id}>
                  <TableCell className="font-medium">
                    {key.name}
                    {key.status === 'stopped' ? (
                      <Badge variant="outline" className="ml-2">
                        stopped: its maker was removed
                      </Badge>
                    ) : null}
                  </TableCell>
                  <TableCell label="Key">
                    <code className="text-xs">{key.prefix}…</code>
                  </TableCell>
                  <TableCell label="Role">{key.role}</TableCell>
                  <TableCell label="Created" className="text-muted-foreground">
                    {formatInstant(key.createdAt)}
                    {key.createdBy ? ` by ${key.createdBy}` : ''}
                  </TableCell>
                  <TableCell label="Last used" className="text-muted-foreground">
                    {key.lastUsedAt
                      ? `${formatAge(key.lastUsedAt)}${key.lastUsedFor ? `, ${key.lastUsedFor}` : ''}`
                      : 'Never'}
                  </TableCell>
                  <TableCell className="text-right">
                    <DeleteApiKey apiKey={key} />
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

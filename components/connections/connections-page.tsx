'use client'

import { useQuery } from '@tanstack/react-query'
import { PlusIcon, SearchIcon } from 'lucide-react'
import { useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { queryOf } from '#components/shared/loading/queries'
import {
  listConnectionsContract,
  listConnectionKindsContract,
  type ConnectionKindView,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { ConnectionCard } from './connection-card.tsx'
import { filterConnections } from './connection-filter.ts'
import type { OpenConnection } from './connection-sheet.tsx'
import { allOf } from '#components/shared/loading/all-of'

const ConnectionSheet = dialogLater(
  async () => (await import('./connection-sheet.tsx')).ConnectionSheet,
  ({ open }) => open !== null,
)

type Props = { canManage: boolean; onOpen(open: OpenConnection): void }

function AddButton({ kind, onOpen }: Pick<Props, 'onOpen'> & { kind: ConnectionKindView }) {
  return (
    <Button variant="outline" size="sm" onClick={() => onOpen({ kind, existing: null })}>
      <PlusIcon aria-hidden /> Add<span className="sr-only"> a connection: {kind.title}</span>
    </Button>
  )
}

function Kind({
  kind,
  connections,
  canManage,
  onOpen,
}: Props & { kind: ConnectionKindView; connections: ConnectionView[] }) {
  const heading = `kind-${kind.kind}`
  const titleOf = (id: string) => kind.providers.find((provider) => provider.id === id)?.title ?? id
  return (
    <section aria-labelledby={heading} className="space-y-2">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1 gap-x-3 sm:flex sm:flex-wrap sm:items-baseline">
          <h2 id={heading} className="text-base font-semibold">
            {kind.title}
          </h2>
          <p className="text-sm text-muted-foreground">{kind.description}</p>
        </div>
        {canManage ? <AddButton kind={kind} onOpen={onOpen} /> : null}
      </div>
      <ul className="space-y-2" aria-labelledby={heading}>
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            providerTitle={titleOf(connection.provider)}
            canManage={canManage}
            onEdit={() => onOpen({ kind, existing: connection })}
          />
        ))}
      </ul>
    </section>
  )
}

/** Kinds without a connection, small, under those that are in use. */
function Others({ kinds, canManage, onOpen }: Props & { kinds: ConnectionKindView[] }) {
  return (
    <section aria-labelledby="not-connected" className="space-y-3 border-t pt-6">
      <div>
        <h2 id="not-connected" className="text-base font-semibold">
          Not connected yet
        </h2>
        <p className="text-sm text-muted-foreground">
          {canManage
            ? 'Add a connection, then workflows can use it.'
            : 'An owner of the organization can add a connection.'}
        </p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {kinds.map((kind) => (
          <li
            key={kind.kind}
            className="flex items-center gap-3 rounded-lg border border-dashed px-4 py-3"
          >
            <div className="min-w-0 flex-1">
              <h3 className="text-sm font-medium">{kind.title}</h3>
              <p className="text-xs text-muted-foreground">{kind.description}</p>
            </div>
            {canManage ? <AddButton kind={kind} onOpen={onOpen} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Kinds({
  kinds,
  connections,
  ...props
}: Props & { kinds: ConnectionKindView[]; connections: ConnectionView[] }) {
  const [query, setQuery] = useState('')
  const { connected, others } = filterConnections(kinds, connections, query)
  return (
    <>
      <div className="relative max-w-sm">
        <SearchIcon
          aria-hidden
          className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted-foreground"
        />
        <Input
          type="search"
          className="pl-8"
          aria-label="Filter connections"
          placeholder="Filter by system, name or provider"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {connected.map((group) => (
        <Kind key={group.kind.kind} {...group} {...props} />
      ))}
      {others.length > 0 ? <Others kinds={others} {...props} /> : null}
      <p role="status" className="text-sm text-muted-foreground empty:hidden">
        {connected.length + others.length === 0
          ? `Nothing here is called “${query.trim()}”.`
          : null}
      </p>
    </>
  )
}

const pageHelp =
  'The systems that workflows read from and write to. ' +
  'Credentials are stored encrypted and never shown again.'

function LoadingConnections() {
  return (
    <div className="space-y-3" role="status" aria-busy="true" aria-label="Loading the connections">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-24" />
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-24" />
    </div>
  )
}

/** The outside systems that workflows use, by kind; those in use first. */
export function ConnectionsPage({ canManage }: { canManage: boolean }) {
  const [open, setOpen] = useState<OpenConnection>(null)
  const kinds = useQuery({
    ...queryOf(listConnectionKindsContract),
    staleTime: Infinity,
  })
  const connections = useQuery(allOf(listConnectionsContract))
  const error = kinds.error ?? connections.error
  const loaded = kinds.data !== undefined && connections.data !== undefined
  return (
    <Page>
      <PageHeader title="Connections" description={pageHelp} />
      {kinds.data && connections.data ? (
        <Kinds
          kinds={kinds.data.items}
          connections={connections.data}
          canManage={canManage}
          onOpen={setOpen}
        />
      ) : null}
      {!loaded && error ? (
        <LoadFailure
          what="The connections"
          error={error}
          onRetry={() => {
            void kinds.refetch()
            void connections.refetch()
          }}
        />
      ) : null}
      {!loaded && !error ? <LoadingConnections /> : null}
      <ConnectionSheet open={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

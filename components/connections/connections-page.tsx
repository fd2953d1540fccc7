'use client'

import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { LoadFailure } from '#components/forms/load-failure'
import { Button } from '#components/ui/button'
import { PageHeader } from '#components/ui/page-header'
import { Skeleton } from '#components/ui/skeleton'
import { listConnectionKindsContract, type ConnectionKindView, type ConnectionView } from '#lib/contracts/connections'
import { call } from '#lib/http/client'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionSheet, type OpenConnection } from './connection-sheet.tsx'
import { listAllConnections } from './list-all-connections.ts'

type KindProps = { kind: ConnectionKindView; connections: ConnectionView[]; canManage: boolean; onOpen(open: OpenConnection): void }

function Kind({ kind, connections, canManage, onOpen }: KindProps) {
  const heading = `kind-${kind.kind}`
  const titleOf = (id: string) => kind.providers.find((provider) => provider.id === id)?.title ?? id
  return (
    <section aria-labelledby={heading} className="space-y-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={heading} className="text-base font-semibold">{kind.title}</h2>
          <p className="text-sm text-muted-foreground">{kind.description}</p>
        </div>
        {canManage ? <Button variant="outline" size="sm" onClick={() => onOpen({ kind, existing: null })}><PlusIcon aria-hidden /> Add<span className="sr-only"> a connection: {kind.title}</span></Button> : null}
      </div>
      {connections.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-sm text-muted-foreground">
          {canManage ? 'Nothing is connected yet. Add a connection, then workflows can use it by its slug.' : 'Nothing is connected yet. An owner of the organization can add a connection.'}
        </p>
      ) : (
        <ul className="space-y-2" aria-labelledby={heading}>
          {connections.map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} providerTitle={titleOf(connection.provider)} canManage={canManage} onEdit={() => onOpen({ kind, existing: connection })} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The outside systems that workflows use, by kind. */
export function ConnectionsPage({ canManage }: { canManage: boolean }) {
  const [open, setOpen] = useState<OpenConnection>(null)
  const kinds = useQuery({ queryKey: ['connection-kinds'], queryFn: ({ signal }) => call<{ items: ConnectionKindView[] }>(listConnectionKindsContract, { signal }), staleTime: Infinity })
  const connections = useQuery({ queryKey: ['connections'], queryFn: ({ signal }) => listAllConnections(signal) })
  const error = kinds.error ?? connections.error
  return (
    <div className="mx-auto w-full max-w-4xl space-y-8">
      <PageHeader title="Connections" description="The systems that workflows read from and write to. Credentials are kept encrypted and never shown again." />
      {kinds.data && connections.data ? (
        kinds.data.items.map((kind) => <Kind key={kind.kind} kind={kind} connections={connections.data.filter((entry) => entry.kind === kind.kind)} canManage={canManage} onOpen={setOpen} />)
      ) : error ? (
        <LoadFailure what="The connections" error={error} onRetry={() => { void kinds.refetch(); void connections.refetch() }} />
      ) : (
        <div className="space-y-3" role="status" aria-busy="true" aria-label="Loading the connections"><Skeleton className="h-6 w-48" /><Skeleton className="h-24" /><Skeleton className="h-6 w-48" /><Skeleton className="h-24" /></div>
      )}
      <ConnectionSheet open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

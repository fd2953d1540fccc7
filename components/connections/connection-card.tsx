'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PencilIcon, PlugZapIcon } from 'lucide-react'
import { toast } from 'sonner'
import { DeleteUsed, type DeletionOfUsed } from '#components/shared/delete-used'
import { Age } from '#components/shared/age'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { keyOf, refresh } from '#components/shared/queries'
import {
  deleteConnectionContract,
  getConnectionContract,
  listConnectionCallsContract,
  listConnectionsContract,
  testConnectionContract,
  type ConnectionView,
} from '#lib/contracts/connections'
import { call } from '#lib/http/client'
import { CallsSheet } from './calls-sheet.tsx'
import { describeLimits } from './describe-limits.ts'
import { TestResult } from './test-result.tsx'
import { WebhookAddress } from './webhook-address.tsx'

type Props = {
  connection: ConnectionView
  providerTitle: string
  canManage: boolean
  onEdit(): void
}

/**
 * One connection: what it is, whether it works, when it was last used, and what may be done with
 * it.
 */
export function ConnectionCard({ connection, providerTitle, canManage, onEdit }: Props) {
  const client = useQueryClient()
  const limits = describeLimits(connection.limits)
  const changed = () => refresh(client, listConnectionsContract, listConnectionCallsContract)
  const test = useMutation({
    mutationFn: () => call(testConnectionContract, { params: { id: connection.id } }),
    onSuccess: (result) =>
      result.ok
        ? toast.success(`“${connection.name}” works: ${result.message}`)
        : toast.error(`“${connection.name}” does not work: ${result.message}`),
    onError: (error) => toast.error(error.message),
    onSettled: changed,
  })
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) =>
      call(deleteConnectionContract, { params: { id: connection.id }, query }),
    onSuccess: () => toast.success(`“${connection.name}” is deleted.`),
    onError: (error) => toast.error(error.message),
    onSettled: changed,
  })
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded-lg border bg-card px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {connection.name} <Badge variant="secondary">{providerTitle}</Badge>
        </h3>
        <p className="text-sm text-muted-foreground">
          <code className="rounded bg-muted px-1 py-0.5 text-xs text-foreground">
            {connection.slug}
          </code>
          {' · '}
          {connection.lastCallAt ? (
            <>
              last used <Age at={connection.lastCallAt} />
            </>
          ) : (
            'never used'
          )}
        </p>
        {limits ? <p className="text-sm text-muted-foreground">Limits: {limits}</p> : null}
        <p className="text-sm" aria-live="polite">
          <TestResult test={connection.lastTest} />
        </p>
        {canManage ? <WebhookAddress connection={connection} /> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {canManage ? (
          <>
            <Button
              variant="outline"
              size="sm"
              disabled={test.isPending}
              onClick={() => test.mutate()}
            >
              <PlugZapIcon aria-hidden /> {test.isPending ? 'Testing…' : 'Test'}
              <span className="sr-only"> {connection.name}</span>
            </Button>
            <Button variant="outline" size="sm" onClick={onEdit}>
              <PencilIcon aria-hidden /> Edit<span className="sr-only"> {connection.name}</span>
            </Button>
          </>
        ) : null}
        <CallsSheet connection={connection} />
        {canManage ? (
          <DeleteUsed
            name={connection.name}
            description={
              'Its credentials are deleted for good. Anything that still names ' +
              `“${connection.slug}” fails from then on.`
            }
            queryKey={keyOf(getConnectionContract, 'used', connection.id)}
            ownName={connection.slug}
            onConfirm={(query) => remove.mutate(query)}
            readOthers={async (signal) => {
              const query = { kind: connection.kind, limit: 200 }
              const asked = { query, signal }
              const { items } = await call(listConnectionsContract, asked)
              return items.map(({ slug, name }) => ({ value: slug, title: name }))
            }}
            readUsedBy={async (signal) =>
              (await call(getConnectionContract, { params: { id: connection.id }, signal })).usedBy
            }
          />
        ) : null}
      </div>
    </li>
  )
}

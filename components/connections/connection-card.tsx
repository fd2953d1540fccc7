'use client'

import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  EllipsisIcon,
  EyeIcon,
  HistoryIcon,
  PencilIcon,
  PlugZapIcon,
  Trash2Icon,
  WaypointsIcon,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { ModelConnection } from '#components/models/model-connection'
import { PreviewReplaced } from '#components/models/preview-replaced'
import { DeleteUsedDialog, type DeletionOfUsed } from '#components/shared/actions/delete-used'
import { LastUsed } from '#components/shared/display/last-used'
import { cn } from '#components/ui/cn'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/overlay/dropdown-menu'
import { keyOf, refresh } from '#components/shared/loading/queries'
import {
  deleteConnectionContract,
  getConnectionContract,
  listConnectionCallsContract,
  listConnectionsContract,
  testConnectionContract,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { call } from '#lib/http/client'
import { readAll } from '#components/shared/loading/all-of'
import { BoundWorkers } from './bound-workers.tsx'
import { CallsSheet } from './calls-sheet.tsx'
import { describeLimits } from './describe-limits.ts'
import { TestResult } from './test-result.tsx'
import { WebhookAddress } from './webhook-address.tsx'

const UsedBySheet = dialogLater(async () => (await import('./used-by-sheet.tsx')).UsedBySheet)

type Props = {
  connection: ConnectionView
  providerTitle: string
  canManage: boolean
  onEdit(): void
}

/** One connection: what it is, whether it works, when it was last used, and its actions. */
export function ConnectionCard(props: Props) {
  const { connection, providerTitle, canManage } = props
  const limits = describeLimits(connection.limits)
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The page scrolls in a part of the window, which the browser does not do by itself.
    if (window.location.hash === `#connection-${connection.id}`)
      card.current?.scrollIntoView({ block: 'center' })
  }, [connection.id])
  return (
    <li
      ref={card}
      // Steps of workflows link here.
      id={`connection-${connection.id}`}
      className={cn(
        'flex scroll-mt-4 flex-wrap items-start gap-x-6 gap-y-3 rounded-lg border bg-card px-4 py-3',
        'target:border-primary target:ring-2 target:ring-primary/40',
      )}
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {connection.name} <Badge variant="secondary">{providerTitle}</Badge>
        </h3>
        <p className="text-sm text-muted-foreground">
          <code className="rounded bg-muted px-1 py-0.5 text-xs text-foreground">
            {connection.slug}
          </code>
          {' · '}
          <LastUsed at={connection.lastCallAt} />
        </p>
        {limits ? <p className="text-sm text-muted-foreground">Limits: {limits}</p> : null}
        {connection.workerLabel === null ? null : <BoundWorkers label={connection.workerLabel} />}
        {connection.kind === 'model' ? <ModelConnection connection={connection} /> : null}
        <p className="text-sm" aria-live="polite">
          <TestResult test={connection.lastTest} />
        </p>
        {canManage ? <WebhookAddress connection={connection} /> : null}
      </div>
      <div className="flex items-center gap-1">
        {canManage ? <TestButton connection={connection} /> : null}
        <ConnectionMenu {...props} />
      </div>
    </li>
  )
}

function TestButton({ connection }: Pick<Props, 'connection'>) {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(testConnectionContract, { params: { id: connection.id } }),
    onSuccess: (result) =>
      result.ok
        ? toast.success(`“${connection.name}” works: ${result.message}`)
        : toast.error(`“${connection.name}” does not work: ${result.message}`),
    onError: (error) => toast.error(error.message),
    onSettled: () => refreshConnections(client),
  })
  return (
    <Button variant="outline" size="sm" disabled={test.isPending} onClick={() => test.mutate()}>
      <PlugZapIcon aria-hidden /> {test.isPending ? 'Testing…' : 'Test'}
      <span className="sr-only"> {connection.name}</span>
    </Button>
  )
}

/** What one does seldom with a connection. */
function ConnectionMenu({ connection, canManage, onEdit }: Props) {
  const [open, setOpen] = useState<'used' | 'calls' | 'preview' | 'delete' | null>(null)
  const dialog = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null),
  })
  const isModel = connection.kind === 'model' && connection.provider !== 'sandbox'
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`More for ${connection.name}`}>
            <EllipsisIcon aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {canManage ? (
            <DropdownMenuItem onSelect={onEdit}>
              <PencilIcon aria-hidden /> Edit…
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => setOpen('used')}>
            <WaypointsIcon aria-hidden /> Where it is used
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setOpen('calls')}>
            <HistoryIcon aria-hidden /> Last calls
          </DropdownMenuItem>
          {isModel ? (
            <DropdownMenuItem onSelect={() => setOpen('preview')}>
              <EyeIcon aria-hidden /> What goes out
            </DropdownMenuItem>
          ) : null}
          {canManage ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem variant="destructive" onSelect={() => setOpen('delete')}>
                <Trash2Icon aria-hidden /> Delete…
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <UsedBySheet connection={connection} {...dialog('used')} />
      <CallsSheet connection={connection} {...dialog('calls')} />
      {isModel ? <PreviewReplaced {...dialog('preview')} /> : null}
      <DeleteConnection connection={connection} {...dialog('delete')} />
    </>
  )
}

type DeleteProps = Pick<Props, 'connection'> & { open: boolean; onOpenChange(open: boolean): void }

function DeleteConnection({ connection, open, onOpenChange }: DeleteProps) {
  const { id, name, slug, kind } = connection
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (query: DeletionOfUsed) =>
      call(deleteConnectionContract, { params: { id }, query }),
    onSuccess: () => toast.success(`“${name}” is deleted.`),
    onError: (error) => toast.error(error.message),
    onSettled: () => refreshConnections(client),
  })
  const readOthers = async (signal: AbortSignal) => {
    const items = await readAll(listConnectionsContract, signal, { kind })
    return items.map((other) => ({ value: other.slug, title: other.name }))
  }
  const readUsedBy = async (signal: AbortSignal) =>
    await call(getConnectionContract, { params: { id }, signal })
  return (
    <DeleteUsedDialog
      open={open}
      onOpenChange={onOpenChange}
      name={name}
      description={
        'Its credentials are deleted for good. Anything that still names ' +
        `“${slug}” fails from then on.`
      }
      queryKey={keyOf(getConnectionContract, 'used', id)}
      ownName={slug}
      onConfirm={(query) => remove.mutate(query)}
      readOthers={readOthers}
      readUsedBy={readUsedBy}
    />
  )
}

const refreshConnections = (client: QueryClient) =>
  refresh(client, listConnectionsContract, listConnectionCallsContract)

'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useRef, useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { allOf } from '#components/shared/loading/all-of'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Switch } from '#components/ui/input/switch'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import {
  getFaxLinesContract,
  setFaxLinesContract,
  type FaxLines,
} from '#lib/contracts/integrations/faxes'
import { ApiFailure, call } from '#lib/http/client'
import { listConnectionsContract } from '#lib/contracts/integrations/connections'
import { dialable } from './fax-number.ts'

type Line = FaxLines['lines'][number]
type Choice = { id: string; label: string }

/** What a refusal says at a field of a line. */
function errorAt(error: Error | null, path: string) {
  const issues = error instanceof ApiFailure ? error.issues : []
  const message = issues.find((issue) => issue.path === path)?.message
  return message === undefined ? undefined : { type: 'server', message }
}

type LineProps = {
  line: Line
  at: number
  connections: Choice[]
  error: Error | null
  onChange(line: Line): void
  onRemove(): void
}

/** One line: the connection, its number, and whether it starts the workflow now. */
function LineFields({ line, at, connections, error, onChange, onRemove }: LineProps) {
  return (
    <li>
      <fieldset className="min-w-0 space-y-3 rounded-lg border p-4">
        <legend className="sr-only">Line {at + 1}</legend>
        <LabelledSelect
          label="Connection"
          options={connections}
          value={line.connection}
          error={errorAt(error, `lines.${at}.connection`)}
          onChange={(event) => onChange({ ...line, connection: event.target.value })}
        />
        <TextField
          label="Our number"
          help="Faxes to this number. Empty: to all others of the connection."
          type="tel"
          autoComplete="off"
          value={line.number}
          error={errorAt(error, `lines.${at}.number`)}
          onChange={(event) => onChange({ ...line, number: event.target.value })}
        />
        <div className="flex items-center justify-between gap-3">
          <label className="flex items-center gap-2 text-sm">
            <Switch
              checked={line.enabled}
              onCheckedChange={(enabled) => onChange({ ...line, enabled })}
            />
            Starts the workflow
          </label>
          <Button variant="ghost" size="sm" onClick={onRemove}>
            <Trash2Icon aria-hidden /> Remove<span className="sr-only"> line {at + 1}</span>
          </Button>
        </div>
      </fieldset>
    </li>
  )
}

type LinesProps = {
  lines: Line[]
  connections: Choice[]
  error: Error | null
  onChange(lines: Line[]): void
}

/** The lines, and the button that adds one. */
function Lines({ lines, connections, error, onChange }: LinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const add = () => {
    onChange([...lines, { connection: connections[0]?.id ?? '', number: '', enabled: true }])
    // After the line is drawn.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child input')?.focus(),
    )
  }
  return (
    <div className="space-y-3" {...keptFocus}>
      {lines.length === 0 ? (
        <p className="text-sm text-muted-foreground">No received fax starts this workflow.</p>
      ) : null}
      <ul ref={list} aria-label="Fax lines" className="space-y-3 empty:hidden">
        {lines.map((line, at) => (
          <LineFields
            // oxlint-disable-next-line react/no-array-index-key -- lines have no ids, and keep no state
            key={at}
            line={line}
            at={at}
            connections={connections}
            error={error}
            onChange={(next) => onChange(lines.with(at, next))}
            onRemove={() => onChange(lines.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <Button variant="outline" onClick={add}>
        <PlusIcon aria-hidden /> Add a line
      </Button>
    </div>
  )
}

type FormProps = { workflowId: string; first: FaxLines; connections: Choice[]; onDone(): void }

function LinesForm({ workflowId, first, connections, onDone }: FormProps) {
  const client = useQueryClient()
  const [lines, setLines] = useState(first.lines)
  const save = useMutation({
    mutationFn: () =>
      call(setFaxLinesContract, {
        params: { id: workflowId },
        body: { lines: lines.map((line) => ({ ...line, number: dialable(line.number) })) },
      }),
    onSuccess: () => {
      toast.success('The fax lines are saved.')
      void refresh(client, getFaxLinesContract)
      onDone()
    },
  })
  return (
    <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-1 pb-1">
      <Lines lines={lines} connections={connections} error={save.error} onChange={setLines} />
      {save.error ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
      <p className="text-sm text-muted-foreground">
        The run gets of the fax what the start form has fields for: <code>file</code>,{' '}
        <code>files</code>, <code>from</code>, <code>to</code>, <code>pages</code>,{' '}
        <code>faxId</code>.
      </p>
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? 'Saving…' : 'Save'}
      </Button>
    </div>
  )
}

/** The lines of others, for who may only read them. */
function ReadOnly({ lines }: FaxLines) {
  if (lines.length === 0)
    return <p className="text-sm text-muted-foreground">No received fax starts this workflow.</p>
  return (
    <ul aria-label="Fax lines" className="space-y-1 text-sm">
      {lines.map(({ connection, number, enabled }) => (
        <li key={`${connection} ${number}`}>
          {connection}: {number || 'all other numbers'}
          {enabled ? '' : ' (off)'}
        </li>
      ))}
    </ul>
  )
}

type Workflow = { id: string; name: string; published: unknown }
type ContentProps = { workflow: Workflow; canManage: boolean; onDone(): void }

function Content({ workflow, canManage, onDone }: ContentProps) {
  const lines = useQuery(queryOf(getFaxLinesContract, { params: { id: workflow.id } }))
  const connections = useQuery({ ...allOf(listConnectionsContract), enabled: canManage })
  const choices = (connections.data ?? [])
    .filter(({ kind }) => kind === 'fax')
    .map(({ slug, name }) => ({ id: slug, label: name }))
  const loading = <LoadingRows label="Loading the fax lines" rows={3} rowClass="h-8 w-full" />
  return (
    <Loaded query={lines} what="The fax lines" loading={loading}>
      {(found) => {
        if (!canManage) return <ReadOnly {...found} />
        if (connections.isPending) return loading
        if (connections.isLoadingError)
          return (
            <LoadFailure
              what="The fax connections"
              error={connections.error}
              onRetry={() => void connections.refetch()}
            />
          )
        if (choices.length === 0)
          return (
            <p className="text-sm">
              There is no fax connection yet. An owner can add one under{' '}
              <Link href="/connections" className="underline underline-offset-2">
                Connections
              </Link>
              .
            </p>
          )
        return (
          <LinesForm workflowId={workflow.id} first={found} connections={choices} onDone={onDone} />
        )
      }}
    </Loaded>
  )
}

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: Workflow
  canManage: boolean
}

/** Which received faxes start a workflow, beside its editor. */
export function FaxLinesSheet({ open, onOpenChange, workflow, canManage }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent className="sm:max-w-lg">
        <SheetHeader>
          <SheetTitle>Fax lines of {workflow.name}</SheetTitle>
          <SheetDescription>
            {workflow.published
              ? 'A received fax starts the published version, once.'
              : 'Publish the workflow first; then a received fax can start it.'}
          </SheetDescription>
        </SheetHeader>
        {open ? (
          <Content
            workflow={workflow}
            canManage={canManage && workflow.published !== null}
            onDone={() => onOpenChange(false)}
          />
        ) : null}
      </SheetContent>
    </Sheet>
  )
}

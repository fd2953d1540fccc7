'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRightIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useState } from 'react'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Badge } from '#components/ui/feedback/badge'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  previewReplacementContract,
  replaceConnectionContract,
  type Replaced,
  type ReplacementChange,
} from '#lib/contracts/integrations/connection-replacement'
import {
  getConnectionContract,
  listConnectionsContract,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'
import { allOf } from '#components/shared/loading/all-of'

type Props = { connection: ConnectionView; open: boolean; onOpenChange(open: boolean): void }

const linkClass = 'underline underline-offset-2'

type ChangeProps = {
  change: ReplacementChange
  from: string
  to: string
  chosen: boolean
  onChoose(chosen: boolean): void
}

/** A workflow with what would change in its draft. */
function Change({ change, from, to, chosen, onChoose }: ChangeProps) {
  const { name, steps, published, mayNot } = change
  const can = mayNot === undefined && steps.length > 0
  return (
    <li className="space-y-1.5 px-3 py-2.5 text-sm">
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          className="size-4 accent-primary"
          checked={can && chosen}
          disabled={!can}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {name}
      </label>
      <ul className="ml-6 space-y-1">
        {steps.map((step) => (
          <li key={step.id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span>{step.title || step.id}</span>
            <span className="inline-flex items-center gap-1.5 font-mono text-xs">
              <del className="text-muted-foreground">{from}</del>
              <ArrowRightIcon aria-label="becomes" className="size-3" />
              <ins className="no-underline">{to || '…'}</ins>
            </span>
          </li>
        ))}
      </ul>
      {mayNot ? <p className="ml-6 text-muted-foreground">{mayNot}</p> : null}
      {steps.length === 0 ? (
        <p className="ml-6 text-muted-foreground">
          Only its published version names it; its draft does not any more. Publish the draft.
        </p>
      ) : null}
      {published && steps.length > 0 ? (
        <Badge variant="secondary" className="ml-6">
          the published version keeps {from} until you publish
        </Badge>
      ) : null}
    </li>
  )
}

/** What was changed, with the way to each draft, and what was not and why. */
function Result({ result, onClose }: { result: Replaced; onClose(): void }) {
  const { changed, notChanged } = result
  return (
    <>
      <div className="space-y-3 text-sm" role="status">
        <p>
          {changed.length === 1 ? 'One draft is changed.' : `${changed.length} drafts are changed.`}{' '}
          Look at each and publish it.
        </p>
        <ul className="space-y-1">
          {changed.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/workflows/${id}`} className={linkClass}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {notChanged.length > 0 ? (
          <div className="space-y-1 rounded-lg border border-destructive/50 p-3">
            <p className="font-medium">Not changed</p>
            <ul className="space-y-1">
              {notChanged.map(({ id, name, message }) => (
                <li key={id}>
                  {name ?? 'A workflow'}: {message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </>
  )
}

/** What can be replaced, and what takes its place. */
function useReplacement({ id, kind, slug }: ConnectionView) {
  const client = useQueryClient()
  const fresh = { staleTime: 0, gcTime: 0 } as const
  const preview = useQuery({ ...queryOf(previewReplacementContract, { params: { id } }), ...fresh })
  const others = useQuery({
    ...allOf(listConnectionsContract, { kind }),
    ...fresh,
  })
  const [to, setTo] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const workflows = preview.data?.workflows ?? []
  const chosen = workflows.filter(
    (one) => one.mayNot === undefined && one.steps.length > 0 && !left.has(one.id),
  )
  const replace = useMutation({
    mutationFn: () =>
      call(replaceConnectionContract, {
        params: { id },
        body: {
          replaceWith: to,
          workflows: chosen.map((one) => ({ id: one.id, draftRevision: one.draftRevision })),
        },
      }),
    onSuccess: () => refresh(client, getConnectionContract, listWorkflowsContract),
  })
  const choose = (workflowId: string, isChosen: boolean) =>
    setLeft((before) => {
      const next = new Set(before)
      if (isChosen) next.delete(workflowId)
      else next.add(workflowId)
      return next
    })
  const options = (others.data ?? []).filter((other) => other.slug !== slug)
  return { preview, others, options, to, setTo, left, choose, chosen, replace }
}

type FormProps = { connection: ConnectionView; onClose(): void }
type Replacement = ReturnType<typeof useReplacement>

/** The drafts, each with what would change. */
function Changes({
  connection,
  replacement,
}: {
  connection: ConnectionView
  replacement: Replacement
}) {
  const { preview, to, left, choose } = replacement
  return (
    <ul
      className="max-h-80 divide-y overflow-y-auto rounded-lg border"
      tabIndex={0}
      aria-label="What changes"
    >
      {(preview.data?.workflows ?? []).map((change) => (
        <Change
          key={change.id}
          change={change}
          from={connection.slug}
          to={to}
          chosen={!left.has(change.id)}
          onChoose={(isChosen) => choose(change.id, isChosen)}
        />
      ))}
    </ul>
  )
}

function Fields({ connection, onClose, replacement }: FormProps & { replacement: Replacement }) {
  const { preview, options, to, setTo, chosen, replace } = replacement
  const hidden = preview.data?.others ?? 0
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        replace.mutate()
      }}
    >
      <LabelledSelect
        label="Use instead"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        options={[
          { id: '', label: 'Choose…' },
          ...options.map(({ slug, name }) => ({ id: slug, label: `${name} (${slug})` })),
        ]}
      />
      <Changes connection={connection} replacement={replacement} />
      {hidden > 0 ? (
        <p className="text-sm text-muted-foreground">
          {hidden} more that you do not see stay as they are.
        </p>
      ) : null}
      {replace.error ? (
        <p role="alert" className="text-sm text-destructive">
          {replace.error.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={to === '' || chosen.length === 0 || replace.isPending}>
          Change {countOf(chosen.length, 'draft')}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Form({ connection, onClose }: FormProps) {
  const replacement = useReplacement(connection)
  const { preview, others, options, replace } = replacement
  const failure = preview.error ?? others.error
  const again = () => void Promise.all([preview.refetch(), others.refetch()])
  if (replace.data) return <Result result={replace.data} onClose={onClose} />
  if (failure) return <LoadFailure what="What would change" error={failure} onRetry={again} />
  if (!preview.data || !others.data)
    return <LoadingRows label="Looking for what would change" rows={3} rowClass="h-12" />
  if (options.length === 0)
    return (
      <p className="text-sm">
        There is no other connection of this kind. Add one under Connections, then replace this one.
      </p>
    )
  return <Fields connection={connection} onClose={onClose} replacement={replacement} />
}

/** Gives drafts another connection: shows each change before, and what could not be changed. */
export function ReplaceDialog({ connection, open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-h-[92dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Replace “{connection.name}”</DialogTitle>
          <DialogDescription>
            The drafts below name another connection from then on. Nothing is published by this, and
            runs under way keep their version.
          </DialogDescription>
        </DialogHeader>
        {open ? <Form connection={connection} onClose={() => onOpenChange(false)} /> : null}
      </DialogContent>
    </Dialog>
  )
}

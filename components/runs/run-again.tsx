'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, type ComponentProps } from 'react'
import { FillForm } from '#components/forms/fill-form'
import { LoadFailure } from '#components/shared/load-failure'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/dialog'
import { Label } from '#components/ui/label'
import { Skeleton } from '#components/ui/skeleton'
import { keyOf } from '#components/shared/queries'
import { retryRunContract, type RunPage } from '#lib/contracts/runs'
import { readVersionContract, readWorkflowContract } from '#lib/contracts/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'
import { useTypedGuard } from '#components/shared/use-typed-guard'
import { fieldClass } from '../ui/field-class.ts'

type Version = 'same' | 'newest'
type Data = Record<string, unknown>

/** The start form of the version published now. */
async function newestForm(workflowId: string, signal: AbortSignal): Promise<Data> {
  const { published, draft } = await call(readWorkflowContract, {
    params: { id: workflowId },
    signal,
  })
  if (!published) return draft.startData
  const { definition } = await call(readVersionContract, {
    params: { id: workflowId, number: published.number },
    signal,
  })
  return definition.startData
}

function Form({ run, onClose }: { run: RunPage; onClose(): void }) {
  const router = useRouter()
  const [version, setVersion] = useState<Version>(run.version === null ? 'same' : 'newest')
  const [data, setData] = useState<Data>(() => (run.startData ?? {}) as Data)
  const [key, setKey] = useState(randomId)
  const newest = useQuery({
    queryKey: keyOf(readVersionContract, 'newest form', run.workflow.id),
    queryFn: ({ signal }) => newestForm(run.workflow.id, signal),
    enabled: version === 'newest' && !run.truncated,
  })
  const schema = version === 'newest' ? newest.data : (run.definition as Definition).startData
  const start = useMutation({
    // Without start data the new run gets the whole of this one's.
    mutationFn: (startData?: Data) =>
      call(retryRunContract, {
        params: { id: run.id },
        body: { version, ...(startData ? { startData } : {}) },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: ({ id }) => {
      onClose()
      router.push(`/runs/${id}`)
    },
    // Another try is another request: the server would refuse the old key with another body.
    onError: () => setKey(randomId()),
  })
  const foot = (submit: Pick<ComponentProps<'button'>, 'type' | 'onClick'>) => (
    <DialogFooter>
      <Button type="button" variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button {...submit} disabled={start.isPending}>
        <RotateCcwIcon aria-hidden /> {start.isPending ? 'Starting…' : 'Run again'}
      </Button>
    </DialogFooter>
  )
  return (
    <div className="space-y-4">
      {run.version === null ? null : (
        <div className="space-y-1.5">
          <Label htmlFor="again-version">Version</Label>
          <select
            id="again-version"
            className={`${fieldClass} h-9 px-2`}
            value={version}
            onChange={(event) => setVersion(event.target.value as Version)}
          >
            <option value="newest">The one published now</option>
            <option value="same">The one of this run (version {run.version})</option>
          </select>
        </div>
      )}
      {run.truncated ? (
        <>
          <Alert>
            <AlertTitle>Its start data is kept as it is</AlertTitle>
            <AlertDescription>
              Start data and output of this run are too large to edit here. The new run begins with
              the whole of the same start data.
            </AlertDescription>
          </Alert>
          {start.error ? (
            <p role="alert" className="text-sm text-destructive">
              {start.error.message}
            </p>
          ) : null}
          {foot({ type: 'button', onClick: () => start.mutate(undefined) })}
        </>
      ) : newest.isError && version === 'newest' ? (
        <LoadFailure
          what="The start form"
          error={newest.error}
          onRetry={() => void newest.refetch()}
        />
      ) : !schema ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <FillForm
          schema={schema}
          data={data}
          onChange={setData}
          onSubmit={(given) => start.mutate(given)}
          failure={start.error}
          issuePrefix="startData"
          disabled={start.isPending}
        >
          {foot({ type: 'submit' })}
        </FillForm>
      )}
    </div>
  )
}

/**
 * Runs the whole again as a new run; the start form holds what this run began with, to be changed.
 */
export function RunAgain({ run }: { run: RunPage }) {
  const [open, setOpen] = useState(false)
  const guard = useTypedGuard(open)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <RotateCcwIcon aria-hidden /> Run again…
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl" {...guard}>
          <DialogHeader>
            <DialogTitle>Run again</DialogTitle>
            <DialogDescription>
              {run.truncated
                ? 'A new run from the beginning.'
                : 'A new run from the beginning, with this start data.'}{' '}
              What its steps do is done once more.
            </DialogDescription>
          </DialogHeader>
          {open ? <Form run={run} onClose={() => setOpen(false)} /> : null}
        </DialogContent>
      </Dialog>
    </>
  )
}

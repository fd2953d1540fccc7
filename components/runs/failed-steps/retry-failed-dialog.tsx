'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#components/shared/loading/queries'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import {
  listFailedStepsContract,
  listRunsContract,
  retryFailedRunsContract,
  type FailedStep,
} from '#lib/contracts/runs/runs'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'

type Version = 'newest' | 'same'
type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: { id: string; slug: string }
  step: FailedStep
}
type Result = { retried: number; refused: { runId: string; message: string }[] }

const versions: { value: Version; label: string; help: string }[] = [
  { value: 'newest', label: 'The version published now', help: 'For a step that was mended.' },
  { value: 'same', label: 'The version of each run', help: 'For a cause outside that has passed.' },
]

/** Retries what failed at a step, call by call, and tells how many so far. */
function useRetryFailed({ workflow, step }: Props, onProgress: (retried: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (version: Version): Promise<Result> => {
      const all: Result = { retried: 0, refused: [] }
      let after: string | undefined
      for (;;) {
        const { retried, refused, next } = await call(retryFailedRunsContract, {
          params: { id: workflow.id },
          body: { stepId: step.stepId, version, ...(after ? { after } : {}) },
        })
        all.retried += retried
        all.refused.push(...refused)
        onProgress(all.retried)
        if (next === null) return all
        after = next
      }
    },
    onSettled: () => void refresh(client, listFailedStepsContract, listRunsContract),
  })
}

/**
 * Asks with which version the runs that failed at a step are retried, retries them, and says what
 * became of them.
 */
export function RetryFailedDialog(props: Props) {
  const { open, onOpenChange, workflow, step } = props
  const [version, setVersion] = useState<Version>(step.published ? 'newest' : 'same')
  const [soFar, setSoFar] = useState(0)
  const retry = useRetryFailed(props, setSoFar)
  const failed = countOf(step.runs, 'run')
  const change = (next: boolean) => {
    if (!retry.isPending) onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="sm:max-w-lg">
        {retry.isSuccess ? (
          <Retried result={retry.data} slug={workflow.slug} onClose={() => change(false)} />
        ) : (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              retry.mutate(version)
            }}
          >
            <DialogHeader>
              <DialogTitle>Retry what failed at “{step.title}”</DialogTitle>
              <DialogDescription>
                {failed} failed there and nobody has retried {step.runs === 1 ? 'it' : 'them'}. Each
                becomes a new run from this step on. The steps before it keep their results; nothing
                that was sent there is sent again.
              </DialogDescription>
            </DialogHeader>
            <VersionChoice step={step} value={version} onChange={setVersion} />
            {retry.isError ? <BrokenOff why={retry.error.message} soFar={soFar} /> : null}
            <DialogFooter>
              <Button
                type="button"
                variant="outline"
                disabled={retry.isPending}
                onClick={() => change(false)}
              >
                Cancel
              </Button>
              <Button type="submit" disabled={retry.isPending}>
                <RotateCcwIcon aria-hidden />
                {retry.isPending ? `Retrying… ${soFar || ''}` : `Retry ${failed}`}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}

function BrokenOff({ why, soFar }: { why: string; soFar: number }) {
  return (
    <Alert variant="destructive">
      <AlertTitle>Not all were retried</AlertTitle>
      <AlertDescription>
        {why}
        {soFar > 0 ? ` ${countOf(soFar, 'run')} had been retried by then.` : ''} Trying again goes
        on with the rest.
      </AlertDescription>
    </Alert>
  )
}

type ChoiceProps = { step: FailedStep; value: Version; onChange(version: Version): void }

function VersionChoice({ step, value, onChange }: ChoiceProps) {
  if (!step.published)
    return (
      <p className="text-sm text-muted-foreground">
        The version that is published now does not have this step, so each run goes on with its own.
      </p>
    )
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">With which version?</legend>
      <RadioGroup value={value} onValueChange={(next) => onChange(next as Version)}>
        {versions.map(({ value: one, label, help }) => (
          <label key={one} className="flex items-start gap-2 text-sm">
            <RadioGroupItem value={one} className="mt-0.5" />
            <span>
              {label}
              <span className="block text-xs text-muted-foreground">{help}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
    </fieldset>
  )
}

type RetriedProps = { result: Result; slug: string; onClose(): void }

function Retried({ result: { retried, refused }, slug, onClose }: RetriedProps) {
  const [first] = refused
  return (
    <div className="grid gap-4">
      <DialogHeader>
        <DialogTitle>
          {retried === 0 ? 'No run was retried' : `${countOf(retried, 'run')} started again`}
        </DialogTitle>
        <DialogDescription>
          {retried === 0 && !first
            ? 'Somebody else has retried them meanwhile.'
            : 'The failed runs point to the new ones, and no longer count as failing.'}
        </DialogDescription>
      </DialogHeader>
      {first ? (
        <Alert variant="destructive">
          <AlertTitle>{countOf(refused.length, 'run')} could not be retried</AlertTitle>
          <AlertDescription>{first.message}</AlertDescription>
        </Alert>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button asChild>
          <a href={`/runs?workflow=${slug}&trigger=retry`}>See the new runs</a>
        </Button>
      </DialogFooter>
    </div>
  )
}

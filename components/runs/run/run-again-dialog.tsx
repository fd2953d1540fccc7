'use client'

import { RotateCcwIcon } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { FillForm } from '#components/forms/fill-form-later'
import { Loaded } from '#components/shared/loading/loaded'
import { NativeSelect } from '#components/shared/fields/native-select'
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
import { Label } from '#components/ui/input/label'
import { Skeleton } from '#components/ui/feedback/skeleton'
import type { RunPage } from '#lib/contracts/runs/runs'
import { useAgainForm, useRunAgain, type Version } from './use-run-again.ts'

type FootProps = Pick<ComponentProps<'button'>, 'type' | 'onClick'> & {
  isStarting: boolean
  onCancel(): void
}

function Foot({ isStarting, onCancel, ...start }: FootProps) {
  return (
    <DialogFooter>
      <Button type="button" variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button {...start} disabled={isStarting}>
        <RotateCcwIcon aria-hidden /> {isStarting ? 'Starting…' : 'Run again'}
      </Button>
    </DialogFooter>
  )
}

type VersionProps = { number: number; value: Version; onChange(version: Version): void }

function VersionField({ number, value, onChange }: VersionProps) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor="again-version">Version</Label>
      <NativeSelect
        id="again-version"
        value={value}
        onChange={(event) => onChange(event.target.value as Version)}
      >
        <option value="newest">The one published now</option>
        <option value="same">The one of this run (version {number})</option>
      </NativeSelect>
    </div>
  )
}

type PartProps = { run: RunPage; version: Version; onClose(): void }

/** Starts with the same start data, which is too large to be edited on a page. */
function SameData({ run, version, onClose }: PartProps) {
  const start = useRunAgain(run, version, onClose)
  return (
    <>
      <Alert>
        <AlertTitle>Its start data stays as it is</AlertTitle>
        <AlertDescription>
          Start data and output of this run are too large to edit here. The new run starts with all
          of the same start data.
        </AlertDescription>
      </Alert>
      {start.error ? (
        <p role="alert" className="text-sm text-destructive">
          {start.error.message}
        </p>
      ) : null}
      <Foot
        type="button"
        isStarting={start.isPending}
        onCancel={onClose}
        onClick={() => start.mutate(undefined)}
      />
    </>
  )
}

type EditProps = PartProps & {
  data: Record<string, unknown>
  onChange(data: Record<string, unknown>): void
}

/** Starts with the start data of the form, whose initial values are those of the run. */
function EditData({ run, version, data, onChange, onClose }: EditProps) {
  const form = useAgainForm(run, version)
  const start = useRunAgain(run, version, onClose)
  return (
    <Loaded query={form} what="The start form" loading={<Skeleton className="h-32 w-full" />}>
      {(schema) => (
        <FillForm
          schema={schema}
          data={data}
          onChange={onChange}
          onSubmit={(given) => start.mutate(given)}
          failure={start.error}
          issuePrefix="startData"
          disabled={start.isPending}
        >
          <Foot type="submit" isStarting={start.isPending} onCancel={onClose} />
        </FillForm>
      )}
    </Loaded>
  )
}

function Form({ run, onClose }: { run: RunPage; onClose(): void }) {
  const [version, setVersion] = useState<Version>(run.version === null ? 'same' : 'newest')
  const [data, setData] = useState(() => (run.startData ?? {}) as Record<string, unknown>)
  const part = { run, version, onClose }
  return (
    <div className="space-y-4">
      {run.version === null ? null : (
        <VersionField number={run.version} value={version} onChange={setVersion} />
      )}
      {run.truncated ? (
        <SameData {...part} />
      ) : (
        <EditData {...part} data={data} onChange={setData} />
      )}
    </div>
  )
}

type Props = { run: RunPage; open: boolean; onOpenChange(open: boolean): void }

/**
 * Runs the whole workflow again as a new run; the start form initially has the start data of this
 * run.
 */
export function RunAgainDialog({ run, open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Run again</DialogTitle>
          <DialogDescription>
            {run.truncated
              ? 'A new run from the beginning.'
              : 'A new run from the beginning, with this start data.'}{' '}
            What its steps do is done once more.
          </DialogDescription>
        </DialogHeader>
        {open ? <Form run={run} onClose={() => onOpenChange(false)} /> : null}
      </DialogContent>
    </Dialog>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { PlayIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FillForm } from '#components/forms/fill-form-later'
import { focusFirstField } from '#components/forms/focus-first-field'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { startRunContract } from '#lib/contracts/runs/runs'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { initialData } from '../../forms/initial-data.ts'
import type { Autosave } from '../sync/autosave.ts'
import { useEditor } from '../store-context.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: Workflow
  autosave: Autosave
  lastStart: unknown
  onStarted(runId: string): void
}

/** Runs the draft as it is now: its form, then the run on the canvas. */
export function TestRunDialog(props: Props) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Test run</DialogTitle>
          <DialogDescription>
            Runs the draft, not the published version, and shows the run here. What its steps do is
            real: notes are written, mails are sent.
          </DialogDescription>
        </DialogHeader>
        {props.open ? <TestRunForm {...props} /> : null}
      </DialogContent>
    </Dialog>
  )
}

function TestRunForm({ onOpenChange, workflow, autosave, lastStart, onStarted }: Props) {
  const schema = useEditor((state) => state.definition.startData)
  const [data, setData] = useState<Record<string, unknown>>(() => initialData(schema))
  const start = useMutation({
    mutationFn: async (startData: Record<string, unknown>) => {
      await autosave.flush()
      if (!autosave.isSaved())
        throw new Error(
          'The draft could not be saved, so it was not run. See the message at the top.',
        )
      return call(startRunContract, {
        params: { id: workflow.id },
        body: { startData, draft: true },
      })
    },
    onSuccess: ({ id }) => onStarted(id),
  })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const around = form.current
    // The dialog itself has the focus until the form is there.
    const hasGone = () => around?.contains(document.activeElement) === true
    return around ? focusFirstField(around, hasGone) : undefined
  }, [])
  const reusable =
    typeof lastStart === 'object' && lastStart !== null && Object.keys(lastStart).length > 0
  return (
    <div ref={form}>
      <FillForm
        schema={schema}
        data={data}
        onChange={setData}
        onSubmit={(given) => start.mutate(given)}
        failure={start.error}
        issuePrefix="startData"
        disabled={start.isPending}
      >
        <DialogFooter className="mt-4">
          {reusable ? (
            <Button
              type="button"
              variant="ghost"
              className="sm:mr-auto"
              onClick={() => setData(lastStart as Record<string, unknown>)}
            >
              Use the chosen data
            </Button>
          ) : null}
          <Button type="button" variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" disabled={start.isPending}>
            <PlayIcon aria-hidden /> {start.isPending ? 'Starting…' : 'Start the test run'}
          </Button>
        </DialogFooter>
      </FillForm>
    </div>
  )
}

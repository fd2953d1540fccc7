'use client'

import { useState } from 'react'
import { FillForm } from '#components/forms/fill-form-later'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { initialData } from '../../forms/initial-data.ts'
import { useEditor } from '../store-context.ts'
import type { ChosenData } from './use-chosen-data.ts'

type Start = Record<string, unknown>
type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  data: ChosenData
  onTyped(start: Start): void
}

/** Start data as a person types them into the workflow's own form; nothing is started. */
export function TypeData(props: Props) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>Type data</DialogTitle>
          <DialogDescription>
            Results are shown with these data. Nothing is started, sent or stored.
          </DialogDescription>
        </DialogHeader>
        {props.open ? <Form {...props} /> : null}
      </DialogContent>
    </Dialog>
  )
}

/** What the form begins with: the data that are shown now. */
function beginning({ sample }: ChosenData, schema: Start): Start {
  const known = sample?.isWhole === true ? sample.start : undefined
  return typeof known === 'object' && known !== null ? (known as Start) : initialData(schema)
}

function Form({ data, onOpenChange, onTyped }: Props) {
  const schema = useEditor((state) => state.definition.startData)
  const [typed, setTyped] = useState(() => beginning(data, schema))
  return (
    <FillForm
      schema={schema}
      data={typed}
      onChange={setTyped}
      onSubmit={(start) => {
        onTyped(start)
        onOpenChange(false)
      }}
      failure={null}
      issuePrefix="startData"
    >
      <DialogFooter className="mt-4">
        <Button type="button" variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit">Use these data</Button>
      </DialogFooter>
    </FillForm>
  )
}

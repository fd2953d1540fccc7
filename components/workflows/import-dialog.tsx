'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/dialog'
import { Textarea } from '#components/ui/textarea'
import { Labelled } from '#components/shared/labelled'
import { readImport, type Imported } from './read-import.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description: string
  action: string
  busy?: boolean
  failure?: string | undefined
  onImport(imported: Imported): void
}

/**
 * Takes an exported workflow from a file or as pasted text. What cannot be read is said with its
 * place.
 */
export function ImportDialog({
  open,
  onOpenChange,
  title,
  description,
  action,
  busy = false,
  failure,
  onImport,
}: Props) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const take = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const change = (next: boolean) => {
    setText('')
    setFault(undefined)
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <form
          className="grid min-w-0 gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const read = readImport(text)
            setFault(read.ok ? undefined : read.fault)
            if (read.ok) onImport(read.imported)
          }}
        >
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription>{description}</DialogDescription>
          </DialogHeader>
          <Labelled id="import_file" label="File">
            <input
              id="import_file"
              type="file"
              accept=".json,application/json"
              className="rounded-md border border-input p-1.5 text-sm outline-none file:mr-3 file:rounded file:border-0 file:bg-secondary file:px-3 file:py-1 file:text-sm focus-visible:ring-2 focus-visible:ring-ring"
              onChange={(event) => void event.target.files?.[0]?.text().then(take)}
            />
          </Labelled>
          <Labelled id="import_text" label="Or paste the JSON" error={fault ?? failure}>
            <Textarea
              id="import_text"
              rows={10}
              className="max-h-72 font-mono text-xs"
              spellCheck={false}
              value={text}
              onChange={(event) => take(event.target.value)}
            />
          </Labelled>
          <DialogFooter>
            <Button type="button" variant="outline" onClick={() => change(false)}>
              Cancel
            </Button>
            <Button type="submit" disabled={text.trim() === '' || busy}>
              {action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

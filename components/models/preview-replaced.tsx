'use client'

import { useMutation } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import { Textarea } from '#components/ui/input/textarea'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import { previewReplacedContract, type ReplacedPreview } from '#lib/contracts/integrations/models'
import { call } from '#lib/http/client'

const sample =
  'Patient: Ada Lindqvist, born 12/10/1950, MRN 2601021001.\nSeen by Dr. Grace Hopper on March 4, 2026.'

/** The text with its marks set off. */
function Marked({ text }: { text: string }) {
  return (
    <p
      className="max-h-96 overflow-y-auto rounded-md border bg-muted/40 p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      tabIndex={0}
      role="region"
      aria-label="The text as it goes out"
    >
      {text.split(/(\[\[[A-Z]+_\d+[a-z]*\]\])/).map((part, index) =>
        index % 2 === 1 ? (
          <mark
            key={index}
            className="rounded bg-sky-100 px-0.5 font-medium text-sky-950 dark:bg-sky-900 dark:text-sky-50"
          >
            {part.slice(2, -2)}
          </mark>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </p>
  )
}

function Preview({ preview: { text, replaced } }: { preview: ReplacedPreview }) {
  const counts = replaced.map(({ kind, values }) => `${values} ${kind.toLowerCase()}`).join(', ')
  return (
    <div className="space-y-2">
      <p className="text-sm" role="status">
        {replaced.length > 0 ? `Replaced: ${counts}.` : 'Nothing was replaced.'}
      </p>
      <Marked text={text} />
      <Alert variant="warning">
        <AlertDescription>
          Read it yourself: what is left may still tell whom it is about. It is not anonymous.
        </AlertDescription>
      </Alert>
    </div>
  )
}

function Form() {
  const id = useId()
  const [text, setText] = useState(sample)
  const preview = useMutation({
    mutationFn: () => call(previewReplacedContract, { body: { text } }),
  })
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        preview.mutate()
      }}
    >
      <div className="space-y-1.5">
        <Label htmlFor={id}>Text</Label>
        <Textarea
          id={id}
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-help`}
        />
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          In a workflow the names and numbers of the run are replaced too, in all their spellings.
          Nothing of this is stored or sent to a model.
        </p>
      </div>
      <Button type="submit" disabled={preview.isPending || text.trim() === ''}>
        {preview.isPending ? 'Replacing…' : 'Show what goes out'}
      </Button>
      {preview.error ? (
        <p role="alert" className="text-sm text-destructive">
          {preview.error.message}
        </p>
      ) : null}
      {preview.data ? <Preview preview={preview.data} /> : null}
    </form>
  )
}

type Props = { open: boolean; onOpenChange(open: boolean): void }

/** Shows at the side what goes out to a model when names and numbers are replaced first. */
export function PreviewReplaced({ open, onOpenChange }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent savesItself className="sm:max-w-xl">
        <SheetHeader>
          <SheetTitle>What goes out</SheetTitle>
          <SheetDescription>
            When a step replaces names and numbers first, this is what a model gets.
          </SheetDescription>
        </SheetHeader>
        {open ? <Form /> : null}
      </SheetContent>
    </Sheet>
  )
}

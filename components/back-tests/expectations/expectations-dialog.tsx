'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { toast } from '#components/shared/messages/toast'
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
  changeWorkflowTestContract,
  getWorkflowTestContract,
  listWorkflowTestsContract,
  type WholeWorkflowTest,
} from '#lib/contracts/workflows/workflow-tests'
import type { Expected } from '#lib/domain/back-test/expectations'
import { call } from '#lib/http/client'
import { useExpectations } from './use-expectations.ts'
import { Values } from './values.tsx'
import { Ways } from './ways.tsx'

const ends = [
  { id: 'completed', label: 'It completes' },
  { id: 'failed', label: 'It fails' },
]
/** In sight however long the form is. */
const footClass = 'sticky -bottom-6 -mx-6 -mb-6 border-t bg-background px-6 py-3'

type Place = { id: string; testId: string }
type FormProps = { place: Place; test: WholeWorkflowTest; onClose(): void }

function ExpectationsForm({ place, test, onClose }: FormProps) {
  const client = useQueryClient()
  const form = useExpectations(test)
  const save = useMutation({
    mutationFn: () =>
      call(changeWorkflowTestContract, {
        params: place,
        body: { name: form.title, expected: form.expected() },
      }),
    onSuccess: async (changed) => {
      onClose()
      toast.success(`“${changed.name}” is changed. Run the tests to see how the draft does.`)
      await refresh(client, listWorkflowTestsContract, getWorkflowTestContract)
    },
  })
  // A number that was refused is NaN, which would be stored as empty.
  const isRefused = form.values.some(({ equals }) => Number.isNaN(equals))
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRefused) save.mutate()
      }}
    >
      <TextField
        label="Name of the test"
        required
        maxLength={200}
        value={form.title}
        onChange={(event) => form.setTitle(event.target.value)}
      />
      <LabelledSelect
        label="How it ends"
        options={ends}
        value={form.status}
        onChange={(event) => form.setStatus(event.target.value as Expected['status'])}
      />
      <Ways steps={test.steps} form={form} />
      <Values steps={test.steps} form={form} />
      {save.error ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
      <DialogFooter className={footClass}>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending || isRefused || form.title.trim() === ''}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = { place: Place; name: string; open: boolean; onOpenChange(open: boolean): void }

/** What a test expects, step by step beside what the run did. */
export function ExpectationsDialog({ place, name, open, onOpenChange }: Props) {
  const query = useQuery({
    ...queryOf(getWorkflowTestContract, { params: place }),
    enabled: open,
    // Another person's change must not take away what is typed.
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-h-[92dvh] overflow-y-auto sm:max-w-3xl">
        <DialogHeader>
          <DialogTitle>What “{name}” expects</DialogTitle>
          <DialogDescription>
            The workflow passes when all of this holds for the recorded run. What does not matter
            may change.
          </DialogDescription>
        </DialogHeader>
        <Loaded
          query={query}
          what="The test"
          loading={<LoadingRows label="Loading the test" rows={4} rowClass="h-12 w-full" />}
        >
          {(test) => (
            <ExpectationsForm
              key={test.updatedAt}
              place={place}
              test={test}
              onClose={() => onOpenChange(false)}
            />
          )}
        </Loaded>
      </DialogContent>
    </Dialog>
  )
}

'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CheckCircle2Icon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cn } from '#components/ui/cn'
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
import { Spinner } from '#components/ui/feedback/spinner'
import { Textarea } from '#components/ui/input/textarea'
import { queryOf } from '#components/shared/loading/queries'
import {
  publishWorkflowContract,
  readVersionContract,
  type Workflow,
  type WorkflowVersionSummary,
} from '#lib/contracts/workflows/workflows'
import type { Problem } from '#lib/domain/workflow/problem'
import { call } from '#lib/http/client'
import { Labelled } from '#components/shared/fields/labelled'
import { ProofOfDraft } from '#components/back-tests/proof-of-draft'
import { FailedSteps } from '#components/runs/failed-steps/failed-steps'
import { DefinitionChanges } from '../changes/definition-changes.tsx'
import { ProblemsList } from '../panels/problems-list.tsx'
import type { Autosave } from '../sync/autosave.ts'
import { useEditor } from '../store-context.ts'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: Workflow
  problems: Problem[]
  /** Whether the server has checked this very draft. */
  certain: boolean
  autosave: Autosave
  onPublished(version: WorkflowVersionSummary): void
  onJump(problem: Problem): void
}

/**
 * Shows what publishing changes, asks for a note, publishes exactly the draft that is shown. Errors
 * must be corrected first.
 */
export function PublishDialog(props: Props) {
  const { open, onOpenChange, workflow, certain, autosave } = props
  const [note, setNote] = useState('')
  const [accepted, setAccepted] = useState<string[]>([])
  const publish = usePublish(props, accepted, () => {
    setNote('')
    setAccepted([])
  })
  // Saving makes the server check the draft; only the server decides whether it can be published.
  useEffect(() => {
    if (open && !certain) void autosave.flush()
  }, [open, certain, autosave])
  const change = (next: boolean) => {
    if (!next) publish.reset()
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="max-h-[92dvh] overflow-y-auto sm:max-w-4xl">
        {publish.isSuccess ? (
          <Published
            workflow={workflow}
            number={publish.data.number}
            onClose={() => change(false)}
          />
        ) : (
          <PublishForm
            {...props}
            note={note}
            onNote={setNote}
            accepted={accepted}
            onAccept={setAccepted}
            publish={publish}
            onClose={() => change(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Saves the draft, then publishes it with a note; fails when the draft cannot be saved. */
function usePublish(
  { workflow, autosave, onPublished }: Props,
  accept: string[],
  onSuccess: () => void,
) {
  return useMutation({
    mutationFn: async (note: string) => {
      await autosave.flush()
      if (!autosave.isSaved())
        throw new Error(
          'The draft could not be saved, so it was not published. See the message at the top.',
        )
      return call(publishWorkflowContract, {
        params: { id: workflow.id },
        body: { revision: autosave.revision(), note, accept },
      })
    },
    onSuccess: (version) => {
      onSuccess()
      onPublished(version)
    },
  })
}

type FormProps = Props & {
  note: string
  onNote(note: string): void
  /** The differences of the back-test that the person accepts, by name. */
  accepted: string[]
  onAccept(names: string[]): void
  publish: ReturnType<typeof usePublish>
  onClose(): void
}

function PublishForm(props: FormProps) {
  const { workflow, certain, note, publish, onClose } = props
  const number = workflow.published?.number
  const errors = props.problems.filter((problem) => problem.severity === 'error')
  const ready = certain ? 'Publish now' : 'Checking…'
  const jump = (problem: Problem) => {
    onClose()
    props.onJump(problem)
  }
  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        publish.mutate(note)
      }}
    >
      <DialogHeader>
        <DialogTitle>Publish {workflow.name}</DialogTitle>
        <DialogDescription>
          {number === undefined
            ? 'This is the first version.'
            : `New runs will start with version ${number + 1}. Runs under way keep theirs.`}
        </DialogDescription>
      </DialogHeader>
      {errors.length > 0 ? <ErrorsToCorrect errors={errors} onJump={jump} /> : null}
      {number === undefined ? null : <Changes workflowId={workflow.id} number={number} />}
      {number === undefined || errors.length > 0 ? null : (
        <ProofOfDraft
          workflowId={workflow.id}
          autosave={props.autosave}
          accepted={props.accepted}
          onAccept={props.onAccept}
        />
      )}
      <NoteField note={note} onChange={props.onNote} />
      {publish.isError ? (
        <Alert variant="destructive">
          <AlertTitle>Not published</AlertTitle>
          <AlertDescription>{publish.error.message}</AlertDescription>
        </Alert>
      ) : null}
      <DialogFooter className={footClass}>
        <Button type="button" variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={errors.length > 0 || !certain || publish.isPending}>
          {publish.isPending ? 'Publishing…' : ready}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** In sight however long the changes are. */
const footClass = 'sticky -bottom-6 -mx-6 -mb-6 border-t bg-background px-6 py-3'

type ErrorsProps = { errors: Problem[]; onJump(problem: Problem): void }

function ErrorsToCorrect({ errors, onJump }: ErrorsProps) {
  return (
    <div className="space-y-2">
      <Alert variant="destructive">
        <AlertTitle>
          {errors.length === 1
            ? 'One error must be corrected first'
            : `${errors.length} errors must be corrected first`}
        </AlertTitle>
        <AlertDescription>Choose one to go to its place.</AlertDescription>
      </Alert>
      <div className="max-h-64 overflow-y-auto rounded-md border">
        <ProblemsList problems={errors} onJump={onJump} />
      </div>
    </div>
  )
}

const changesClass = cn(
  'max-h-[45dvh] overflow-y-auto rounded-sm pr-1 outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** What the draft changes against the published version. */
function Changes({ workflowId, number }: { workflowId: string; number: number }) {
  const definition = useEditor((state) => state.definition)
  const types = useEditor((state) => state.types)
  const published = useQuery({
    ...queryOf(readVersionContract, { params: { id: workflowId, number } }),
  })
  return (
    <section aria-label={`Changes since version ${number}`} className="space-y-2">
      <h3 className="text-sm font-semibold">Changes since version {number}</h3>
      {published.isError ? (
        <p className="text-sm text-destructive">{published.error.message}</p>
      ) : null}
      {published.isPending ? <Spinner label="Comparing" /> : null}
      {published.data ? (
        <div role="group" tabIndex={0} aria-label="Changes" className={changesClass}>
          <DefinitionChanges
            before={published.data.definition}
            after={definition}
            types={types}
            none="Nothing that changes how it runs."
          />
        </div>
      ) : null}
    </section>
  )
}

function NoteField({ note, onChange }: { note: string; onChange(note: string): void }) {
  return (
    <Labelled
      id="publish_note"
      label="Note"
      help="What changed and why; it stands in the list of versions."
    >
      <Textarea
        id="publish_note"
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  )
}

const linkClass =
  'rounded-sm underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring'
const publishedIconClass = 'size-5 text-emerald-600 dark:text-emerald-400'

type PublishedProps = { workflow: Workflow; number: number; onClose(): void }

function Published({ workflow, number, onClose }: PublishedProps) {
  return (
    <div className="grid gap-4">
      <DialogHeader>
        <DialogTitle className="flex items-center gap-2">
          <CheckCircle2Icon aria-hidden className={publishedIconClass} /> Version {number} is
          published
        </DialogTitle>
        <DialogDescription>
          New runs begin with it: by its form, its triggers, from its page, and by other systems
          over{' '}
          <a href="/docs/runs#op-startRun" className={linkClass}>
            the API
          </a>
          . Runs under way keep their version.
        </DialogDescription>
      </DialogHeader>
      <FailedSteps workflow={workflow} />
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          Back to the editor
        </Button>
        <Button asChild variant="outline">
          <a href={`/runs?workflow=${workflow.slug}`}>See its runs</a>
        </Button>
        <Button asChild>
          <a href={`/forms/${workflow.slug}`}>Open the form</a>
        </Button>
      </DialogFooter>
    </div>
  )
}

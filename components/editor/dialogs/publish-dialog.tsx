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
import { Checkbox } from '#components/ui/input/checkbox'
import { Textarea } from '#components/ui/input/textarea'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { requestApprovalContract, type ApprovalState } from '#lib/contracts/workflows/approvals'
import {
  publishWorkflowContract,
  readVersionContract,
  type Workflow,
  type WorkflowVersionSummary,
} from '#lib/contracts/workflows/workflows'
import type { Problem } from '#lib/domain/workflow/problem'
import { call } from '#lib/http/client'
import { Labelled } from '#components/shared/fields/labelled'
import { ApprovalOfDraft } from '#components/approvals/approval-of-draft'
import { useApproval, useApprovalRefresh } from '#components/approvals/use-approval'
import { ProofOfDraft } from '#components/back-tests/proof-of-draft'
import { FailedSteps } from '#components/runs/failed-steps/failed-steps'
import { DefinitionChanges } from '../changes/definition-changes.tsx'
import { ProblemsList } from '../panels/problems-list.tsx'
import type { Autosave } from '../sync/autosave.ts'
import { useEditor } from '../store-context.ts'
import { refusalInWords } from './refusal-words.ts'

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
  const ask = useAsk(props, accepted)
  useServerCheck(open && !certain, autosave)
  const change = (next: boolean) => {
    if (!next) {
      publish.reset()
      ask.reset()
    }
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
            ask={ask}
            onClose={() => change(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Only the server decides whether the draft can be published, also when others change it. */
function useServerCheck(isDue: boolean, autosave: Autosave): void {
  const definition = useEditor((state) => state.definition)
  useEffect(() => {
    if (!isDue) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () =>
      void autosave.check().catch(() => {
        timer = setTimeout(check, 2000)
      })
    check()
    return () => clearTimeout(timer)
  }, [isDue, definition, autosave])
}

/** Saves the draft, and says which revision it is; throws when it cannot be saved. */
async function savedRevision({ autosave }: Props): Promise<number> {
  await autosave.flush()
  if (!autosave.isSaved())
    throw new Error(
      'The draft could not be saved, so it was not published. See the message at the top.',
    )
  return autosave.revision()
}

/** Saves the draft, then publishes it with a note. */
function usePublish(props: Props, accept: string[], onSuccess: () => void) {
  const { workflow, onPublished } = props
  const readAgain = useApprovalRefresh()
  return useMutation({
    mutationFn: async ({ note, withoutApproval }: Publishing) => {
      const revision = await savedRevision(props)
      return call(publishWorkflowContract, {
        params: { id: workflow.id },
        body: { revision, note, accept, ...(withoutApproval ? { withoutApproval } : {}) },
      })
    },
    onSettled: readAgain,
    onSuccess: (version) => {
      onSuccess()
      onPublished(version)
    },
  })
}

/** Saves the draft, then asks for its approval with a note. */
function useAsk(props: Props, accept: string[]) {
  const { id } = props.workflow
  const readAgain = useApprovalRefresh()
  return useMutation({
    mutationFn: async (note: string) => {
      const revision = await savedRevision(props)
      return call(requestApprovalContract, { params: { id }, body: { revision, note, accept } })
    },
    onSettled: readAgain,
  })
}

type Publishing = { note: string; withoutApproval?: string }

type FormProps = Props & {
  note: string
  onNote(note: string): void
  /** The differences of the back-test that the person accepts, by name. */
  accepted: string[]
  onAccept(names: string[]): void
  publish: ReturnType<typeof usePublish>
  ask: ReturnType<typeof useAsk>
  onClose(): void
}

/** What the form does when it is sent: publish, ask for an approval, or publish without one. */
type Act = 'publish' | 'ask' | 'without' | 'wait'

function actOf(state: ApprovalState | undefined, isWithout: boolean): Act {
  if (!state?.needed || state.request?.status === 'approved') return 'publish'
  if (isWithout) return 'without'
  return state.request?.status === 'open' ? 'wait' : 'ask'
}

/** What the form shows besides what changes, and how it is sent. */
function usePublishForm({ workflow, certain, note, publish, ask }: FormProps) {
  const approval = useApproval(workflow.id, { enabled: certain })
  const [isWithout, setIsWithout] = useState(false)
  const [reason, setReason] = useState('')
  const state = approval.data
  const act = actOf(state, isWithout)
  const approvedNote = state?.request?.status === 'approved' ? state.request.note : ''
  const isSending = publish.isPending || ask.isPending
  const lacksReason = act === 'without' && reason.trim() === ''
  const isReady = state !== undefined && act !== 'wait' && !isSending && !lacksReason
  const isReading = !certain || approval.isPending
  const send = () => {
    if (!isReady) return
    if (act === 'ask') ask.mutate(note)
    if (act === 'publish') publish.mutate({ note: note || approvedNote })
    if (act === 'without') publish.mutate({ note, withoutApproval: reason })
  }
  const form = { isWithout, setIsWithout, reason, setReason, send, isSending, isReady, isReading }
  return { approval, state, act, ...form }
}

const actWords: Record<Act, string> = {
  publish: 'Publish now',
  ask: 'Ask for approval',
  without: 'Publish without approval',
  wait: 'Waits for approval',
}

function PublishForm(props: FormProps) {
  const { workflow, certain, note, onClose } = props
  const form = usePublishForm(props)
  const number = workflow.published?.number
  const errors = props.problems.filter((problem) => problem.severity === 'error')
  const jump = (problem: Problem) => {
    onClose()
    props.onJump(problem)
  }
  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
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
      <Warnings problems={props.problems} onJump={jump} />
      {number === undefined ? null : <Changes workflowId={workflow.id} number={number} />}
      {number === undefined || errors.length > 0 ? null : (
        <ProofOfDraft
          workflowId={workflow.id}
          autosave={props.autosave}
          accepted={props.accepted}
          onAccept={props.onAccept}
        />
      )}
      <ApprovalPart workflowId={workflow.id} form={form} />
      {form.act === 'wait' ? null : <NoteField note={note} onChange={props.onNote} />}
      <Foot {...props} form={form} isAllowed={errors.length === 0 && certain} />
    </form>
  )
}

const submitWords = ({ act, isSending, isReading }: Form): string => {
  if (isReading) return 'Checking…'
  if (!isSending) return actWords[act]
  return act === 'ask' ? 'Asking…' : 'Publishing…'
}

type Form = ReturnType<typeof usePublishForm>

/** In sight however long the changes are. */
const footClass = 'sticky -bottom-6 -mx-6 -mb-6 space-y-3 border-t bg-background px-6 py-3'

type FootProps = FormProps & { form: Form; isAllowed: boolean }

/** The buttons, with the reason why nothing was published. */
function Foot({ publish, ask, onClose, form, isAllowed }: FootProps) {
  const refusal = publish.error ?? ask.error
  return (
    <div className={footClass}>
      {refusal ? (
        <Alert variant="destructive" className="max-h-[25dvh] overflow-y-auto">
          <AlertTitle>{publish.error ? 'Not published' : 'Not asked'}</AlertTitle>
          <AlertDescription>{refusalInWords(refusal)}</AlertDescription>
        </Alert>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" onClick={onClose}>
          {form.act === 'wait' ? 'Close' : 'Cancel'}
        </Button>
        <Button
          type="submit"
          variant={form.act === 'without' ? 'destructive' : 'default'}
          disabled={!isAllowed || !form.isReady}
        >
          {submitWords(form)}
        </Button>
      </DialogFooter>
    </div>
  )
}

/** Who must approve, and an owner's way to publish without it. */
function ApprovalPart({ workflowId, form }: { workflowId: string; form: Form }) {
  const { approval, state, act, isWithout, setIsWithout, reason, setReason } = form
  if (!state && approval.error)
    return (
      <LoadFailure
        what="Whether publishing needs an approval"
        error={approval.error}
        onRetry={() => void approval.refetch()}
      />
    )
  if (!state?.needed) return null
  return (
    <>
      <ApprovalOfDraft workflowId={workflowId} state={state} />
      {state.mayPublishWithout && act !== 'publish' ? (
        <div className="space-y-3">
          <label className="flex items-center gap-2 text-sm">
            <Checkbox
              checked={isWithout}
              onCheckedChange={(checked) => setIsWithout(checked === true)}
            />
            It cannot wait: publish without an approval
          </label>
          {isWithout ? (
            <Labelled
              id="without_reason"
              label="Reason"
              help="It stands in the audit log and in the version. All who could approve are told."
            >
              <Textarea
                id="without_reason"
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Labelled>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

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

type WarningsProps = { problems: Problem[]; onJump(problem: Problem): void }

/** What may be wrong, and does not keep anybody from publishing. */
function Warnings({ problems, onJump }: WarningsProps) {
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  if (warnings.length === 0) return null
  const count = warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`
  return (
    <section aria-label="Warnings" className="space-y-2">
      <h3 className="text-sm font-semibold">{count}: it can be published as it is</h3>
      <div role="group" tabIndex={0} aria-label="All warnings" className={warningsClass}>
        <ProblemsList problems={warnings} onJump={onJump} />
      </div>
    </section>
  )
}

const warningsClass = cn(
  'max-h-48 overflow-y-auto rounded-md border outline-none',
  'focus-visible:ring-2 focus-visible:ring-ring',
)

/** The drawing has room in it as a whole. */
const changesClass = cn(
  'max-h-[max(45dvh,30rem)] overflow-y-auto rounded-sm pr-1 outline-none',
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

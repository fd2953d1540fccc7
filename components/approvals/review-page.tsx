'use client'

import { useQuery } from '@tanstack/react-query'
import { CheckCheckIcon } from 'lucide-react'
import { useMemo } from 'react'
import { DefinitionChanges, LookAt } from '#components/editor/changes/definition-changes'
import { diffDefinitions } from '#components/editor/model/diff-definitions'
import { BackLink } from '#components/shared/display/back-link'
import { usePageTitle } from '#components/shared/display/use-page-title'
import { Loaded } from '#components/shared/loading/loaded'
import { LoadingRows } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { EmptyState } from '#components/ui/feedback/empty-state'
import { Page } from '#components/ui/layout/page'
import { PageHeader } from '#components/ui/layout/page-header'
import {
  getApprovalRequestContract,
  type ApprovalRequest,
  type ApprovalState,
} from '#lib/contracts/workflows/approvals'
import { listStepTypesContract } from '#lib/contracts/workflows/step-types'
import { readWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { mustApprove } from './approval-words.ts'
import { DecisionForm } from './decision-form.tsx'
import { ProofOfRequest } from './proof-of-request.tsx'
import { RequestStatus } from './request-status.tsx'
import { useApproval } from './use-approval.ts'

const loading = <LoadingRows label="Loading the request" rows={3} rowClass="h-16 w-full" />

function useTypes() {
  const stepTypes = useQuery({ ...queryOf(listStepTypesContract), staleTime: Infinity })
  return useMemo(
    () => new Map(stepTypes.data?.items.map((type) => [type.type, type])),
    [stepTypes.data],
  )
}

function Changes({ request }: { request: ApprovalRequest }) {
  const types = useTypes()
  const { before, definition, baseVersion } = request
  return (
    <section aria-label="What changes" className="space-y-3">
      <h2 className="text-base font-semibold">
        {before ? `What changes since version ${baseVersion}` : 'The first version'}
      </h2>
      {before ? (
        <DefinitionChanges
          before={before}
          after={definition}
          types={types}
          none="Nothing that changes how it runs."
        />
      ) : (
        <LookAt definition={definition} types={types} />
      )}
    </section>
  )
}

type AskedProps = { workflow: Workflow; state: ApprovalState; request: ApprovalRequest }

/** What of the draft changed since it was asked about: all else would have made the request void. */
function ChangedSince({ workflow: { draft }, request }: AskedProps) {
  const types = useTypes()
  const { definition, status, askedBy } = request
  const stands = status === 'open' || status === 'approved'
  const { notes, groups, moved } = useMemo(
    () => diffDefinitions(definition, draft),
    [definition, draft],
  )
  if (!stands || notes.length + groups.length + moved.length === 0) return null
  return (
    <section aria-label={`Changed since ${askedBy} asked`} className="space-y-3">
      <h2 className="text-base font-semibold">Changed since {askedBy} asked</h2>
      <p className="text-sm text-muted-foreground">
        This is only seen on the canvas and changes no run, so it is no part of what is approved. It
        is published as it is then.
      </p>
      <DefinitionChanges before={definition} after={draft} types={types} none="" />
    </section>
  )
}

function Decide({ workflow: { id }, state, request }: AskedProps) {
  if (request.status !== 'open') return null
  if (state.mayNotApprove === null)
    return <DecisionForm workflowId={id} requestId={request.id} askedBy={request.askedBy} />
  return (
    <section aria-label="Who decides" className="space-y-1 rounded-lg border bg-card p-4 text-sm">
      <h2 className="text-base font-semibold">Who decides</h2>
      {state.needed ? (
        <>
          <p className="wrap-anywhere">{mustApprove(state)}</p>
          <p className="text-muted-foreground wrap-anywhere">{state.mayNotApprove}</p>
        </>
      ) : (
        <p>Publishing this draft needs no approval any more.</p>
      )}
    </section>
  )
}

function Asked(props: AskedProps) {
  const { request } = props
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 space-y-6">
        <RequestStatus request={request} />
        {request.note === '' ? null : (
          <section aria-label={`What ${request.askedBy} writes`} className="space-y-1">
            <h2 className="text-base font-semibold">What {request.askedBy} writes</h2>
            <p className="text-sm whitespace-pre-wrap wrap-anywhere">{request.note}</p>
          </section>
        )}
        <Changes request={request} />
        <ChangedSince {...props} />
        <ProofOfRequest request={request} />
      </div>
      <div className="lg:sticky lg:top-20">
        <Decide {...props} />
      </div>
    </div>
  )
}

function Newest({ workflow, state }: { workflow: Workflow; state: ApprovalState }) {
  const requestId = state.request?.id
  const request = useQuery({
    ...queryOf(getApprovalRequestContract, {
      params: { id: workflow.id, requestId: requestId ?? '' },
    }),
    enabled: requestId !== undefined,
  })
  if (!state.request)
    return (
      <EmptyState
        icon={CheckCheckIcon}
        title="Nobody asks for an approval"
        description="When somebody does, what changes stands here, with how it is proved."
      />
    )
  // What became of it is read again and again; what it is about never changes.
  const { status, decidedBy, decidedAt, decisionNote, endedBy, endedAt } = state.request
  const now = { status, decidedBy, decidedAt, decisionNote, endedBy, endedAt }
  return (
    <Loaded query={request} what="The request" loading={loading}>
      {(loaded) => <Asked workflow={workflow} state={state} request={{ ...loaded, ...now }} />}
    </Loaded>
  )
}

/** The newest request to approve a draft of a workflow: what changes, how it is proved, the answer. */
export function ReviewPage({ id }: { id: string }) {
  const workflow = useQuery(queryOf(readWorkflowContract, { params: { id } }))
  const approval = useApproval(id)
  usePageTitle(workflow.data ? `Review · ${workflow.data.name}` : undefined)
  return (
    <Page>
      <BackLink href={`/workflows/${id}`}>{workflow.data?.name ?? 'The workflow'}</BackLink>
      <PageHeader
        title={`Review ${workflow.data?.name ?? ''}`}
        description="A draft that somebody asks to publish. You see what they see."
      />
      <Loaded query={workflow} what="The workflow" loading={loading}>
        {(loaded) => (
          <Loaded query={approval} what="The request" loading={loading}>
            {(state) => <Newest workflow={loaded} state={state} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

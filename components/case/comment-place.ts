import { queryOf } from '#components/shared/loading/queries'
import { listRunPeopleContract } from '#lib/contracts/runs/comments'
import { listWorkflowPeopleContract } from '#lib/contracts/workflows/step-comments'

/** What comments are about: a case, or a step of a draft. */
export type CommentPlace = { runId: string } | { workflowId: string; stepId: string }

/** The members whom a comment there can mention. */
export const peopleOf = (place: CommentPlace, q: string) =>
  'runId' in place
    ? queryOf(listRunPeopleContract, { params: { id: place.runId }, query: { q } })
    : queryOf(listWorkflowPeopleContract, { params: { id: place.workflowId }, query: { q } })

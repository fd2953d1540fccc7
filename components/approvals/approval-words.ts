import type { ApprovalRequestSummary, ApprovalState } from '#lib/contracts/workflows/approvals'
import { listWords, upperFirst } from '#lib/domain/sentences'

/** One approves, not all whom a rule names together. */
const oneOf = (approver: string): string =>
  approver.replace(/^everybody with /, 'somebody with ').replace(/^the group /, 'one of the group ')

/** Who must approve a draft before it is published: “Bea, one of the group Release or an owner”. */
const approversInWords = ({ approvers }: Pick<ApprovalState, 'approvers'>): string =>
  listWords([...approvers.map(oneOf), 'an owner'], 'or')

/** Where the rule stands that asks for the approval. */
export function ruleInWords({ from }: Pick<ApprovalState, 'from'>): string {
  if (from?.kind === 'workflow') return 'The access rules of this workflow ask for it.'
  if (from?.kind === 'folder') return `The access rules of the folder “${from.name}” ask for it.`
  return 'The access rules of the organization ask for it.'
}

/** What became of a request, as a heading. */
export function statusInWords(request: ApprovalRequestSummary): string {
  const { status, decidedBy, endedBy } = request
  switch (status) {
    case 'open':
      return 'Waits for an approval'
    case 'approved':
      return `${decidedBy} approved this draft`
    case 'sent-back':
      return `${decidedBy} sent this draft back`
    case 'void':
      return decidedBy === null
        ? `No longer asked: ${endedBy} changed the draft`
        : `The approval of ${decidedBy} is void: ${endedBy} changed the draft`
    case 'withdrawn':
      return `${endedBy} withdrew the request`
    case 'published':
      return `${endedBy} published what ${decidedBy} approved`
  }
}

/** What stands before the names of those who must approve. */
export const mustApprove = (state: ApprovalState): string =>
  `${upperFirst(approversInWords(state))} must approve this draft before it is published: somebody ` +
  'who has not changed it since the last version.'

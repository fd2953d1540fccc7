import { FileTextIcon, WorkflowIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { Button } from '#components/ui/input/button'
import { EmptyState } from '#components/ui/feedback/empty-state'

/** The way to the first run, for an organization that has not run anything yet. */
export function FirstSteps({ canEdit, hasWorkflows }: { canEdit: boolean; hasWorkflows: boolean }) {
  if (!canEdit)
    return (
      <EmptyState
        icon={WorkflowIcon}
        title="Nothing has run yet"
        description="When a workflow is started, what it needs from you appears here."
      >
        <Button asChild variant="outline">
          <Link href="/forms">
            <FileTextIcon aria-hidden /> Forms
          </Link>
        </Button>
      </EmptyState>
    )
  if (!hasWorkflows)
    return (
      <EmptyState
        icon={WorkflowIcon}
        title="Draw the first workflow"
        description="A workflow says what happens, in which order, and where a person decides. Draw it, publish it, run it."
      >
        <Button asChild>
          <Link href="/workflows">
            <WorkflowIcon aria-hidden /> Create a workflow
          </Link>
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={WorkflowIcon}
      title="Nothing has run yet"
      description="Open a workflow and run it, or fill in the form of one: what happens then is shown here."
    >
      <span className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link href="/workflows">
            <WorkflowIcon aria-hidden /> Open the workflows
          </Link>
        </Button>
        <Button asChild variant="outline">
          <Link href="/forms">
            <FileTextIcon aria-hidden /> Fill in a form
          </Link>
        </Button>
      </span>
    </EmptyState>
  )
}

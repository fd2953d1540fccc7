import type { KnownWorkflow } from './known.ts'

/** The way to the workflow that a step or an escalation names. */
export function OpenWorkflow({ workflow }: { workflow: KnownWorkflow | undefined }) {
  if (!workflow) return null
  return (
    <a
      href={`/workflows/${workflow.id}`}
      target="_blank"
      rel="noreferrer"
      className="mt-1 inline-block text-xs text-primary underline underline-offset-2"
    >
      Open {workflow.name} (in a new tab)
    </a>
  )
}

import { Link } from '#components/shared/navigation/link'
import { RunStatusBadge } from '#components/shared/display/status'
import type { ChildRunView } from '#lib/contracts/runs/runs'
import { itemRange } from './loop-items.ts'
import { Section } from './section.tsx'

/** The child runs of a task, each with its status; nothing when it has none. */
export function TaskChildren({ runs }: { runs: ChildRunView[] }) {
  if (runs.length === 0) return null
  return (
    <Section title={runs.length === 1 ? 'Its run' : `Its ${runs.length} runs`}>
      <ol
        className="max-h-60 divide-y overflow-y-auto rounded-md border"
        aria-label="Runs of this task"
      >
        {runs.map((child) => (
          <li key={child.id} className="flex items-center gap-2 px-3 py-1.5 text-sm">
            <Link
              className="min-h-6 min-w-0 flex-1 truncate underline underline-offset-2"
              href={`/runs/${child.id}`}
            >
              {child.items === null ? child.workflowName : itemRange(child.from, child.items)}
            </Link>
            <RunStatusBadge status={child.status} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

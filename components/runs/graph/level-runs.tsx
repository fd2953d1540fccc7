import { Link } from '#components/shared/navigation/link'
import { useId } from 'react'
import { useView } from '#components/editor/levels/use-view'
import { runStatusLabel } from '#components/shared/display/status'
import { NativeSelect } from '#components/shared/fields/native-select'
import type { ChildRunView, RunPage } from '#lib/contracts/runs/runs'
import { itemRange } from '../task/loop-items.ts'
import { taskOfStep } from './taken-lines.ts'

const barClass = 'flex items-center gap-3 border-t bg-card px-3 py-1.5 text-sm'

function Runs({ runs }: { runs: ChildRunView[] }) {
  return (
    <nav aria-label="Runs of the items" className={barClass}>
      <span className="shrink-0 text-muted-foreground">Done in</span>
      <ul className="flex min-w-0 gap-1.5 overflow-x-auto py-0.5">
        {runs.map((run) => (
          <li key={run.id} className="shrink-0">
            <Link
              href={`/runs/${run.id}`}
              className="block rounded-full border px-2.5 py-0.5 whitespace-nowrap hover:bg-accent"
            >
              {itemRange(run.from, run.items ?? 1)}
              <span className="text-muted-foreground"> · {runStatusLabel(run.status)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ItemProps = {
  loop: { from: number; items: number }
  item: number | undefined
  onItem(item: number | undefined): void
}

function Items({ loop: { from, items }, item, onItem }: ItemProps) {
  const id = useId()
  return (
    <div className={barClass}>
      <label htmlFor={id} className="shrink-0 text-muted-foreground">
        Shown
      </label>
      <NativeSelect
        id={id}
        className="w-auto"
        value={item === undefined ? '' : String(item)}
        onChange={({ target: { value } }) => onItem(value === '' ? undefined : Number(value))}
      >
        <option value="">The newest of each step</option>
        {Array.from({ length: items }, (_, at) => (
          <option key={at} value={from + at}>{`Item ${from + at + 1}`}</option>
        ))}
      </NativeSelect>
    </div>
  )
}

type Props = Omit<ItemProps, 'loop'> & { run: RunPage }

/** Below the level of a loop: the runs that did its items, or, in such a run, which item is seen. */
export function LevelRuns({ run, ...items }: Props) {
  const { loop } = useView()
  if (loop === undefined) return null
  if (run.loop && run.loop.stepId === loop)
    return run.loop.items > 1 ? <Items loop={run.loop} {...items} /> : null
  const task = taskOfStep(run.tasks, loop)
  const runs = run.children.filter(({ taskId }) => taskId === task?.id)
  if (runs.length > 0) return <Runs runs={runs} />
  return <p className={`${barClass} text-muted-foreground`}>No run did items of this loop here.</p>
}

'use client'

import { ChevronRightIcon, CornerLeftUpIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import { titleOf } from '../commands/command.ts'
import { goUp } from '../groups/group-acts.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { levelOf } from './level-path.ts'

/** A level above, by name. */
export type Crumb = { name: string; onOpen(): void }

const trailClass = cn(
  'pointer-events-auto flex max-w-full items-center gap-0.5 rounded-full border bg-card py-0.5',
  'pr-3 pl-1 text-xs shadow-sm',
)
const buttonClass = cn(
  'min-h-6 max-w-40 truncate rounded-full px-1.5 text-muted-foreground outline-none',
  'hover:bg-accent hover:text-foreground focus-visible:ring-2 focus-visible:ring-ring',
)

type TrailProps = {
  /** The levels above, the outermost first. */
  above: Crumb[]
  /** The level that is seen. */
  current: string
  onUp(): void
}

/** Where the person is within the workflow, and the way up. */
export function Trail({ above, current, onUp }: TrailProps) {
  return (
    <nav
      aria-label="Level"
      className="pointer-events-none absolute inset-x-0 top-3 z-10 flex justify-center px-3 lg:px-28"
    >
      <div className={trailClass}>
        <button
          type="button"
          aria-label="One level up"
          title="One level up (Escape)"
          className={cn(buttonClass, 'grid size-6 shrink-0 place-items-center px-0')}
          onClick={onUp}
        >
          <CornerLeftUpIcon aria-hidden className="size-3.5" />
        </button>
        <ol className="flex min-w-0 items-center">
          {above.map(({ name, onOpen }, index) => (
            <li key={index} className="flex min-w-0 items-center">
              <button type="button" className={buttonClass} onClick={onOpen}>
                {name}
              </button>
              <ChevronRightIcon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </li>
          ))}
          <li aria-current="page" className="min-w-0 truncate px-1.5 font-semibold" title={current}>
            {current}
          </li>
        </ol>
      </div>
    </nav>
  )
}

/** The crumbs of the open loops of this workflow, with the workflow itself before them. */
export function useCrumbs(workflow: string): Crumb[] {
  const store = useEditorStore()
  const definition = useEditor((state) => state.definition)
  const level = useEditor((state) => state.level)
  const { loops } = levelOf(definition, level)
  const open = (path: string[]) => () =>
    store.getState().openLevel(path, path.length === 0 ? `All of ${workflow}.` : undefined)
  return [
    { name: workflow, onOpen: open([]) },
    ...loops.map((id, index) => ({
      name: titleOf(definition, id),
      onOpen: open(loops.slice(0, index + 1)),
    })),
  ]
}

/** The trail of this workflow's levels; none while all of it is seen. */
export function LevelTrail({ workflow }: { workflow: string }) {
  const store = useEditorStore()
  const crumbs = useCrumbs(workflow)
  const current = crumbs.at(-1)
  if (crumbs.length < 2 || !current) return null
  return <Trail above={crumbs.slice(0, -1)} current={current.name} onUp={() => goUp(store)} />
}

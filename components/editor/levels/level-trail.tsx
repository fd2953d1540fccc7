'use client'

import { ChevronRightIcon, CornerLeftUpIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { cn } from '#components/ui/cn'
import { titleOf } from '../commands/command.ts'
import { goUp } from '../groups/group-acts.ts'
import { useEditor, useEditorStore } from '../store-context.ts'
import { useDrawn } from '../use-drawn.ts'
import { levelOf } from './level-path.ts'

/** A level above, by name: on this page, or at an address. */
export type Crumb = { name: string; onOpen(): void } | { name: string; href: string }

const trailClass = cn(
  'pointer-events-auto flex max-w-full min-w-0 items-center gap-0.5 rounded-full border bg-card',
  'py-0.5 pr-3 pl-1 text-xs shadow-sm',
)
const buttonClass = cn(
  'block min-h-6 max-w-40 truncate rounded-full px-1.5 leading-6 text-muted-foreground',
  'outline-none hover:bg-accent hover:text-foreground focus-visible:ring-2',
  'focus-visible:ring-ring',
)
/** The name of the level that is seen is cut last: a level above gives its room away first. */
const aboveClass = 'flex min-w-10 shrink-[1000] items-center'
const currentClass = 'min-w-0 truncate px-1.5 font-semibold'

/** More levels above than these are one dots together: the first and the last ones are named. */
const most = { first: 1, last: 2 }

const between = (above: Crumb[]): Crumb[] => above.slice(most.first, -most.last)

function shownCrumbs(above: Crumb[]): Crumb[] {
  const left = between(above)
  const last = left.at(-1)
  if (above.length <= most.first + most.last || !last) return above
  return [...above.slice(0, most.first), { ...last, name: '…' }, ...above.slice(-most.last)]
}

function CrumbLink({ crumb, title }: { crumb: Crumb; title: string }) {
  if ('href' in crumb)
    return (
      <Link href={crumb.href} className={buttonClass} title={title}>
        {crumb.name}
      </Link>
    )
  return (
    <button type="button" className={buttonClass} title={title} onClick={crumb.onOpen}>
      {crumb.name}
    </button>
  )
}

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
          {shownCrumbs(above).map((crumb, index) => (
            <li key={index} className={aboveClass}>
              <CrumbLink
                crumb={crumb}
                title={
                  crumb.name === '…'
                    ? between(above)
                        .map(({ name }) => name)
                        .join(' › ')
                    : crumb.name
                }
              />
              <ChevronRightIcon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
            </li>
          ))}
          <li aria-current="page" className={currentClass} title={current}>
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
  const definition = useDrawn()
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

import { CirclePlayIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { cn } from '#components/ui/cn'
import type { Distance } from '../drawing/step-card.tsx'
import { StartIcon } from './start-icon.tsx'
import { startSizes } from './start-box.ts'
import { useStarts } from './starts-context.ts'
import type { Start } from './starts-of.ts'

const cardClass = cn(
  'nodrag nopan pointer-events-auto flex size-full flex-col overflow-hidden rounded-2xl border border-primary/50',
  'bg-card text-card-foreground shadow-xs',
)
const focusClass = 'outline-none focus-visible:ring-2 focus-visible:ring-ring'
const headClass = cn(
  'flex shrink-0 items-center gap-2 px-3 text-left text-[13px] font-semibold outline-none',
  'focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
)
const lineClass = cn(
  'flex w-full items-center gap-2 px-3 text-left text-xs outline-none',
  'focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
)

/** The state of a way to start as a dot; the words beside it say the same. */
function StateDot({ start }: { start: Start }) {
  const tone = start.fails ? 'bg-destructive' : 'bg-emerald-600'
  const look = start.isOn || start.fails ? tone : 'border border-muted-foreground'
  return <span aria-hidden className={cn('size-2 shrink-0 rounded-full', look)} />
}

const noteOf = ({ note, fails }: Start): string => (fails ? `${note}, does not work` : note)

/** What a way to start says to screen readers. */
const nameOf = (start: Start): string =>
  [start.title, noteOf(start)].filter((part) => part !== '').join(', ')

const titleClass = 'min-w-8 shrink truncate font-medium'

function Words({ start }: { start: Start }) {
  return (
    <>
      <StartIcon kind={start.kind} className="size-3.5 shrink-0 text-muted-foreground" />
      <span className={cn(titleClass, noteOf(start) !== '' && 'max-w-[60%]')}>{start.title}</span>
      <span className="min-w-0 grow truncate text-muted-foreground">{noteOf(start)}</span>
      <StateDot start={start} />
    </>
  )
}

/** One way to start; it opens where it is changed. */
export function StartLine({ start, className }: { start: Start; className?: string }) {
  const { open } = useStarts()
  const look = cn(lineClass, start.opens && 'cursor-pointer hover:bg-accent', className)
  const given = { className: look, style: { height: startSizes.line }, title: nameOf(start) }
  if (!start.opens)
    return (
      <span {...given}>
        <Words start={start} />
      </span>
    )
  if ('href' in start.opens)
    return (
      <Link {...given} href={start.opens.href} prefetch={false} aria-label={nameOf(start)}>
        <Words start={start} />
      </Link>
    )
  return (
    <button {...given} type="button" aria-label={nameOf(start)} onClick={() => open(start)}>
      <Words start={start} />
    </button>
  )
}

const titleSizes = { middle: 'text-2xl', far: 'text-4xl' }
const smallLineClass = 'flex items-center gap-2 px-3 text-xs'

type SmallProps = {
  /** From how far it is seen: its words grow as the box shrinks, as those of steps do. */
  distance?: Distance
  onPress(): void
}

/** The card from far: its lines are too small to be hit, so all of it leads to a nearer look. */
export function SmallStartCard({ distance = 'near', onPress }: SmallProps) {
  const { starts, heading = 'Starts by' } = useStarts()
  if (distance !== 'near')
    return (
      <button
        type="button"
        aria-label={`${heading}: ${starts.map(nameOf).join('; ')}. Come closer`}
        className={cn(cardClass, 'cursor-pointer justify-center px-3 text-left', focusClass)}
        onClick={onPress}
      >
        <span className={cn('font-semibold', titleSizes[distance])}>{heading}</span>
        {distance === 'middle' ? (
          <span className="line-clamp-3 text-xl leading-tight text-muted-foreground">
            {starts.map(({ title }) => title).join(', ')}
          </span>
        ) : null}
      </button>
    )
  return (
    <button
      type="button"
      aria-label={`${heading}: ${starts.map(nameOf).join('; ')}. Come closer`}
      className={cn(cardClass, 'cursor-pointer text-left hover:bg-accent', focusClass)}
      onClick={onPress}
    >
      <span
        className="flex items-center gap-2 px-3 text-[13px] font-semibold"
        style={{ height: startSizes.head }}
      >
        <CirclePlayIcon aria-hidden className="size-4 text-primary" /> {heading}
      </span>
      {starts.map((start) => (
        <span key={start.key} className={smallLineClass} style={{ height: startSizes.line }}>
          <Words start={start} />
        </span>
      ))}
    </button>
  )
}

/** What starts the workflow, at the beginning of its drawing. */
export function StartCard() {
  const { starts, heading = 'Starts by', openForm } = useStarts()
  const head = (
    <>
      <CirclePlayIcon aria-hidden className="size-4 text-primary" /> {heading}
    </>
  )
  const size = { height: startSizes.head }
  return (
    <div role="group" aria-label="Start" className={cardClass}>
      {openForm ? (
        <button
          type="button"
          className={cn(headClass, 'hover:bg-accent')}
          style={size}
          aria-label="Start form: what a run starts with"
          onClick={openForm}
        >
          {head}
        </button>
      ) : (
        <span className={headClass} style={size}>
          {head}
        </span>
      )}
      {starts.map((start) => (
        <StartLine key={start.key} start={start} />
      ))}
    </div>
  )
}

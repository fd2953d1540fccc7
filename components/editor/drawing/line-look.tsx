import { MarkerType, type EdgeMarker } from '@xyflow/react'
import { cn } from '#components/ui/cn'

/**
 * What a drawing says of a connection: whether a run took it, or what became of it from one version
 * to another.
 */
export type LineState = 'taken' | 'untaken' | 'added' | 'removed' | 'same'

type Look = { colour?: string; width: number; opacity?: number; isDashed?: boolean; sign?: string }

const looks: Record<LineState, Look> = {
  taken: { colour: 'var(--primary)', width: 2.5 },
  untaken: { width: 1.5, opacity: 0.45 },
  same: { width: 1.5, opacity: 0.5 },
  added: { colour: 'var(--color-emerald-600)', width: 2.5, sign: '+' },
  removed: { colour: 'var(--destructive)', width: 2.5, isDashed: true, sign: '−' },
}

/** The colour of a connection. */
const colorOf = (failure: boolean, state?: LineState): string => {
  const own = state === undefined || failure ? undefined : looks[state].colour
  return own ?? (failure ? 'var(--destructive)' : 'var(--muted-foreground)')
}

/** How a connection is drawn. */
export function strokeOf(failure: boolean, state: LineState | undefined) {
  const { width = 1.5, opacity, isDashed = false } = state === undefined ? {} : looks[state]
  return {
    stroke: colorOf(failure, state),
    strokeWidth: width,
    strokeDasharray: failure || isDashed ? '6 4' : undefined,
    ...(opacity === undefined ? {} : { opacity }),
  }
}

/** The head of a connection. */
export const arrow = (failure: boolean, state?: LineState): EdgeMarker => ({
  type: MarkerType.ArrowClosed,
  // It grows with its line.
  width: state === undefined || looks[state].width < 2 ? 16 : 11,
  height: state === undefined || looks[state].width < 2 ? 16 : 11,
  color: colorOf(failure, state),
})

/** The name of a connection with the sign of its change. */
export const signed = (name: string, state: LineState | undefined): string => {
  const sign = state === undefined ? '' : (looks[state].sign ?? '')
  return `${sign} ${name}`.trim()
}

const words: Record<LineState, string> = {
  taken: ', taken',
  untaken: ', not taken',
  same: '',
  added: ', added',
  removed: ', removed',
}

/** What a drawing says of a connection, in words that follow its name. */
export const wordsOfLine = (state: LineState | undefined): string =>
  state === undefined ? '' : words[state]

const order: LineState[] = ['taken', 'removed', 'added', 'same', 'untaken']

/** What a line says that stands for several connections. */
export const stateOfAll = (states: readonly (LineState | undefined)[]): LineState | undefined =>
  order.find((state) => states.includes(state))

type Props = { name: string; failure: boolean; transform: string }

/** The name of a connection, in the middle of its line. */
export function LineNameText({ name, failure, transform }: Props) {
  return (
    <span
      className={cn(
        'pointer-events-none absolute rounded-full border bg-background px-1.5 py-px text-xs',
        'whitespace-nowrap',
        failure ? 'border-destructive/50 text-destructive' : 'text-muted-foreground',
      )}
      style={{ transform }}
      aria-hidden
    >
      {name}
    </span>
  )
}

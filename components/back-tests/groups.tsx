import {
  ArrowLeftRightIcon,
  CircleHelpIcon,
  CirclePlusIcon,
  ClockAlertIcon,
  GitBranchIcon,
  HeartPulseIcon,
  MinusCircleIcon,
  PencilIcon,
  SendIcon,
  ShuffleIcon,
  XCircleIcon,
  type LucideIcon,
} from 'lucide-react'
import { cn } from '#components/ui/cn'
import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { unknownInWords } from '#lib/domain/back-test/in-words'
import { countOf } from '#lib/domain/count-of'
import type { DifferenceKind } from '#lib/domain/back-test/difference'
import type { Change, Shown } from './back-tests-page.tsx'
import { groupInWords, type Group } from './group-in-words.ts'

const icons: Record<DifferenceKind, LucideIcon> = {
  branch: GitBranchIcon,
  output: ArrowLeftRightIcon,
  input: SendIcon,
  answer: PencilIcon,
  failed: XCircleIcon,
  mended: HeartPulseIcon,
  new: CirclePlusIcon,
  gone: MinusCircleIcon,
  slower: ClockAlertIcon,
}

const rowClass = cn(
  'flex w-full items-start gap-3 px-4 py-3 text-left text-sm outline-none hover:bg-accent/40',
  'focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
  'aria-pressed:bg-primary/5 aria-pressed:shadow-[inset_3px_0_0_var(--primary)]',
)

type RowProps = {
  icon: LucideIcon
  isBad?: boolean
  title: string
  words: string
  note: string
  pressed: boolean
  onPress(): void
}

function Row({ icon: Icon, isBad = false, title, words, note, pressed, onPress }: RowProps) {
  return (
    <li>
      <button type="button" aria-pressed={pressed} className={rowClass} onClick={onPress}>
        <Icon
          aria-hidden
          className={cn('mt-0.5 size-4 shrink-0', isBad ? 'text-destructive' : 'text-primary')}
        />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-medium">{title}</span> {words}
        </span>
        <span className="shrink-0 text-right text-muted-foreground tabular-nums">{note}</span>
      </button>
    </li>
  )
}

type Props = { test: BackTestView; shown: Shown; change: Change }

const listClass = 'divide-y overflow-hidden rounded-lg border bg-card'
const none = { group: '', unknown: '', verdict: '', run: '' }

/** In how many runs it is; a slower step is measured in some runs only. */
function noteOf({ kind, runs, first }: Group): string {
  if (kind === 'slower') return 'measured'
  return `${countOf(runs, 'run')}${first > 0 ? '' : ', follows'}`
}

function Differences({ test, shown, change }: Props) {
  if (test.groups.length === 0) return null
  return (
    <section aria-label="What differs" className="space-y-2">
      <h3 className="text-sm font-semibold">What differs</h3>
      <p className="text-sm text-muted-foreground">
        Causes come first, then what follows from them. Choose one to see its runs.
      </p>
      <ul className={listClass}>
        {test.groups.map(({ number, ...group }) => (
          <Row
            key={number}
            icon={icons[group.kind]}
            isBad={group.kind === 'failed'}
            title={group.title}
            words={groupInWords(group)}
            note={noteOf(group)}
            pressed={shown.group === String(number)}
            onPress={() =>
              change({ ...none, group: shown.group === String(number) ? '' : String(number) })
            }
          />
        ))}
      </ul>
      {test.moreGroups > 0 ? (
        <p className="text-sm text-muted-foreground">
          {test.moreGroups.toLocaleString('en-US')} more are not listed.
        </p>
      ) : null}
    </section>
  )
}

function NotKnown({ test, shown, change }: Props) {
  if (test.unknowns.length === 0) return null
  return (
    <section aria-label="What cannot be said" className="space-y-2">
      <h3 className="text-sm font-semibold">What cannot be said</h3>
      <p className="text-sm text-muted-foreground">
        A run that differs for certain counts as different, even if a part of it is here.
      </p>
      <ul className={listClass}>
        {test.unknowns.map(({ number, ...one }) => (
          <Row
            key={number}
            icon={one.why === 'unstable' ? ShuffleIcon : CircleHelpIcon}
            title={one.title}
            words={
              one.because === one.stepId
                ? unknownInWords(one.why)
                : `${unknownInWords(one.why)}, because of “${one.becauseTitle}”`
            }
            note={countOf(one.runs, 'run')}
            pressed={shown.unknown === String(number)}
            onPress={() =>
              change({ ...none, unknown: shown.unknown === String(number) ? '' : String(number) })
            }
          />
        ))}
      </ul>
    </section>
  )
}

/** What a back-test found, by step and difference; choosing one filters the runs below. */
export function Groups(props: Props) {
  return (
    <>
      <Differences {...props} />
      <NotKnown {...props} />
    </>
  )
}

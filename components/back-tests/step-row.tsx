import {
  CheckIcon,
  CircleHelpIcon,
  MinusIcon,
  PencilIcon,
  PlusIcon,
  type LucideIcon,
} from 'lucide-react'
import { ValueDifferences } from '#components/shared/differences/value-differences'
import { TaskStatusBadge } from '#components/shared/display/status'
import { Pill, type Tone } from '#components/shared/display/pill'
import type { ComparedSide, ComparedStep } from '#lib/domain/back-test/comparison'
import { unknownInWords } from '#lib/domain/back-test/in-words'
import { placeName } from '#lib/domain/back-test/place-name'
import { changedPlaces, yesOrNo } from './changed-places.ts'
import { fateOf, type Fate } from './fates.ts'

const looks: Record<Fate, { label: string; icon: LucideIcon; tone: Tone }> = {
  same: { label: 'The same', icon: CheckIcon, tone: 'quiet' },
  changed: { label: 'Differs', icon: PencilIcon, tone: 'waiting' },
  new: { label: 'Runs now', icon: PlusIcon, tone: 'good' },
  gone: { label: 'Does not run', icon: MinusIcon, tone: 'bad' },
  unknown: { label: 'Not known', icon: CircleHelpIcon, tone: 'quiet' },
}

function Side({ label, side, none }: { label: string; side: ComparedSide | null; none: string }) {
  return (
    <div className="min-w-0 space-y-1 rounded-md bg-muted/50 p-3">
      <dt className="text-xs font-medium text-muted-foreground">{label}</dt>
      <dd className="space-y-1 text-sm">
        {side ? <TaskStatusBadge status={side.status} /> : <em>{none}</em>}
        {side?.viaTitle ? <p>Takes “{side.viaTitle}”</p> : null}
        {side?.error ? (
          <p className="text-destructive wrap-anywhere">{side.error.message}</p>
        ) : null}
      </dd>
    </div>
  )
}

const inputWords: Record<ComparedStep['effect'], string> = {
  pure: 'What it works with',
  read: 'What it asks',
  idempotent: 'What it sends',
  unsafe: 'What it sends',
}

type ChangeProps = { change: ComparedStep['changes'][number]; effect: ComparedStep['effect'] }

function Changes({ change: { of, before, after, tooLarge }, effect }: ChangeProps) {
  const about = of === 'input' ? inputWords[effect] : 'What it gives'
  return (
    <section aria-label={about} className="space-y-2">
      <h4 className="text-xs font-medium text-muted-foreground">{about}</h4>
      {tooLarge ? (
        <p className="text-sm">The values are larger than 256 kB. Open the run to see them.</p>
      ) : (
        <ValueDifferences
          differences={changedPlaces(before, after)}
          nameOf={placeName}
          wordsOf={yesOrNo}
        />
      )}
    </section>
  )
}

const itemsWords = (items: number[]): string =>
  items.length === 0 ? '' : `, item ${items.map((item) => item + 1).join(' › ')}`

/** One step of a run: how it ended, how it would end, and what changes. */
export function StepRow({ step, what }: { step: ComparedStep; what: string }) {
  const fate = fateOf(step)
  return (
    <li className="space-y-3 rounded-lg border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">
          {step.title}
          {itemsWords(step.items)}
        </h3>
        <Pill {...looks[fate]} />
      </div>
      {fate === 'same' ? null : (
        <dl className="grid gap-3 sm:grid-cols-2">
          <Side label="In the run" side={step.before} none="It did not run" />
          <Side
            label={`With ${what}`}
            side={fate === 'unknown' ? null : step.after}
            none={step.unknown ? 'Not known' : 'It would not run'}
          />
        </dl>
      )}
      {step.unknown ? (
        <p className="text-sm text-muted-foreground">
          The step {unknownInWords(step.unknown.why)}. Nothing was asked.
        </p>
      ) : null}
      {step.changes.map((change) => (
        <Changes key={change.of} change={change} effect={step.effect} />
      ))}
    </li>
  )
}

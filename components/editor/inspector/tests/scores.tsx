import { Progress } from '#components/ui/feedback/progress'
import type { TestSetView, TrialView } from '#lib/contracts/workflows/test-sets'
import { dollarsInWords } from '#components/models/words-of-use'
import { formatInstant } from '#components/shared/display/format'
import { differenceWords, endWords, percent } from './score-words.ts'

const differenceClass = (words: string): string =>
  words.startsWith('+')
    ? 'text-emerald-700 dark:text-emerald-400'
    : 'text-red-700 dark:text-red-400'

function Difference({ now, before }: { now: number | null; before: number | null }) {
  const words = differenceWords(now, before)
  if (words === undefined) return null
  return (
    <span className={`text-xs tabular-nums ${differenceClass(words)}`}>
      {words}
      <span className="sr-only"> points since the run before</span>
    </span>
  )
}

function about({ model, prompt, tokens, dollars }: Omit<TrialView, 'results'>): string {
  const cost = tokens > 0 ? `${tokens.toLocaleString('en-US')} tokens, ` : ''
  const paid = dollars > 0 ? dollarsInWords(dollars) : ''
  return [model, prompt, `${cost}${paid}`.replace(/, $/, '')].filter(Boolean).join(' · ')
}

type Props = { latest: TrialView; before: TestSetView['before'] }

function ByField({ latest, before }: Props) {
  const old = new Map(before?.byField.map(({ name, score }) => [name, score]))
  return (
    <ul aria-label="Score by field" className="space-y-1.5">
      {latest.byField.map(({ name, score }) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)_5rem_4.5rem] items-center gap-2">
          <span className="truncate text-sm" title={name}>
            {name}
          </span>
          <Progress value={score * 100} aria-label={`${name}: ${percent(score)}`} />
          <span className="text-right text-sm tabular-nums">
            {percent(score)} <Difference now={score} before={old.get(name) ?? null} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How the set scored, over all and by field, beside the run before. */
export function Scores({ latest, before }: Props) {
  const { score, done, total, problem, startedAt, startedBy } = latest
  return (
    <section className="space-y-3" aria-label="Scores">
      {score === null ? null : (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl font-semibold tabular-nums">{percent(score)}</span>
          <Difference now={score} before={before?.score ?? null} />
          <span className="text-sm text-muted-foreground">
            right{done < total ? `, of ${done} of ${total} cases` : ''}
          </span>
        </p>
      )}
      {problem ? <p className="text-sm text-destructive">{problem}</p> : null}
      <p className="text-xs text-muted-foreground">
        {`${endWords(latest)} ${formatInstant(startedAt)} by ${startedBy}`}
        {about(latest) ? <span className="block wrap-anywhere">{about(latest)}</span> : null}
        {before && before.score !== null ? (
          <span className="block wrap-anywhere">
            {`Before: ${percent(before.score)} · ${about(before)}`}
          </span>
        ) : null}
      </p>
      <ByField latest={latest} before={before} />
    </section>
  )
}

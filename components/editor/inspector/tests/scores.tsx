import { Progress } from '#components/ui/feedback/progress'
import type { TestSetView, TrialSummary, TrialView } from '#lib/contracts/workflows/test-sets'
import { wordsOfUse } from '#components/models/words-of-use'
import { formatInstant } from '#components/shared/display/format'
import { countOf } from '#lib/domain/count-of'
import { changeWords, differenceWords, endWords, movedWords, percent } from './score-words.ts'

const differenceClass = (words: string): string =>
  words.startsWith('+')
    ? 'text-emerald-700 dark:text-emerald-400'
    : 'text-red-700 dark:text-red-400'

/** By how many points a score differs from the one before; nothing when it does not. */
function Difference({ now, before }: { now: number; before: number | undefined }) {
  const words = differenceWords(now, before)
  if (words === undefined) return null
  return (
    <span className={`text-xs tabular-nums ${differenceClass(words)}`}>
      {words}
      <span className="sr-only"> points since the run before</span>
    </span>
  )
}

/** With what a trial asked, and what it cost. */
export const aboutTrial = ({ model, prompt, used, score }: TrialSummary): string =>
  [model ?? (score === null ? null : 'no model'), prompt, used.calls > 0 ? wordsOfUse(used) : null]
    .filter((part) => part !== null)
    .join(' · ')

type Props = { latest: TrialView; comparison: TestSetView['comparison'] }

function ByField({ latest, comparison }: Props) {
  const same = new Map(comparison?.byField.map((field) => [field.name, field]))
  return (
    <ul aria-label="Score by field" className="space-y-1.5">
      {latest.byField.map(({ name, title, score }) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)_5rem_4.5rem] items-center gap-2">
          <span className="truncate text-sm" title={title}>
            {title}
          </span>
          <Progress value={score * 100} aria-label={`${title}: ${percent(score)}`} />
          <span className="text-right text-sm tabular-nums">
            {percent(score)}{' '}
            <Difference now={same.get(name)?.now ?? score} before={same.get(name)?.before} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Compared({ latest, comparison }: Props) {
  if (!comparison) return null
  const all = comparison.cases === latest.results.length
  return (
    <p className="text-sm">
      {movedWords(comparison)} {changeWords(latest)}
      {all ? null : (
        <span className="block text-xs text-muted-foreground">
          {`Compared by the ${countOf(comparison.cases, 'case')} that both runs asked about.`}
        </span>
      )}
    </p>
  )
}

/** How the set scored, over all and by field, beside the run before. */
export function Scores({ latest, comparison }: Props) {
  const { score, done, total, problem, startedAt, startedBy } = latest
  return (
    <section className="space-y-3" aria-label="Scores">
      {score === null ? null : (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-2xl font-semibold tabular-nums">{percent(score)}</span>
          {comparison ? <Difference now={comparison.now} before={comparison.before} /> : null}
          <span className="text-sm text-muted-foreground">
            right{done < total ? `, of ${done} of ${countOf(total, 'case')}` : ''}
          </span>
        </p>
      )}
      {problem ? <p className="text-sm text-destructive">{problem}</p> : null}
      <Compared latest={latest} comparison={comparison} />
      <p className="text-xs text-muted-foreground">
        {`${endWords(latest)} ${formatInstant(startedAt)} by ${startedBy}`}
        <span className="block wrap-anywhere">{aboutTrial(latest)}</span>
      </p>
      <ByField latest={latest} comparison={comparison} />
    </section>
  )
}

import { documentAnswerOf } from '#lib/domain/ask/answer'
import { answerWords, correctionsOf, type Correction } from '#lib/domain/ask/review'
import { Section } from './section.tsx'

type Props = { review: unknown; output: unknown; by: string | null }

const acts: Record<Exclude<Correction['how'], 'kept'>, string> = {
  changed: 'Changed',
  added: 'Filled in',
  left_out: 'Left out',
}

function Changed({ title, proposed, given, how }: Correction) {
  if (how === 'kept') return null
  return (
    <li className="space-y-0.5 px-3 py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span className="wrap-anywhere">{title}</span>
        <span className="text-xs font-normal text-muted-foreground">{acts[how]}</span>
      </p>
      <p className="wrap-anywhere" dir="auto">
        <del className="text-muted-foreground">{answerWords(proposed)}</del> →{' '}
        <ins className="no-underline">{answerWords(given)}</ins>
      </p>
    </li>
  )
}

/** What a person changed of an answer about documents that they checked; else nothing. */
export function Corrections({ review, output, by }: Props) {
  const answer = documentAnswerOf(review)
  if (!answer) return null
  const corrections = correctionsOf(answer, output)
  const changed = corrections.filter(({ how }) => how !== 'kept')
  const kept = corrections.length - changed.length
  return (
    <Section title={by === null ? 'What was corrected' : `What ${by} corrected`}>
      {changed.length > 0 ? (
        <ul className="divide-y rounded-md border text-sm">
          {changed.map((correction) => (
            <Changed key={correction.name} {...correction} />
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted-foreground">
        {changed.length === 0
          ? `Nothing: all ${kept} proposed values were kept.`
          : `${kept} of ${corrections.length} proposed values were kept.`}
      </p>
    </Section>
  )
}

import { CheckIcon, MapPinIcon, TriangleAlertIcon, Undo2Icon } from 'lucide-react'
import { useContext } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import type { AnsweredField, CitedPlace } from '#lib/domain/ask/answer'
import { answerWords, isProposed } from '#lib/domain/ask/review'
import { pageWords } from '../place-words.ts'
import type { FieldFacts } from './field-facts.ts'
import { ReviewContext, type ReviewState } from './review-context.ts'

type Props = { field: AnsweredField; facts: FieldFacts }
type PartProps = Props & { review: ReviewState }

function Place({ field, place, review }: { place: CitedPlace } & Omit<PartProps, 'facts'>) {
  const { chosen, hasSeveralFiles, show } = review
  const isChosen = chosen?.name === field.name && chosen.place?.start === place.start
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => show(field.name, place)}
      className={cn(
        'flex min-h-7 w-full min-w-0 items-center gap-1.5 rounded px-1.5 py-1 text-left text-xs',
        'outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring',
        isChosen ? 'text-foreground' : 'text-muted-foreground',
      )}
    >
      <MapPinIcon aria-hidden className={cn('size-3.5 shrink-0', isChosen ? 'text-primary' : '')} />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        “{place.text}”
      </span>
      <span className="flex max-w-[50%] shrink-0">
        {hasSeveralFiles ? <span className="truncate">{place.fileName}</span> : null}
        <span className="whitespace-pre">
          {hasSeveralFiles ? ', ' : ''}
          {pageWords(place)}
        </span>
      </span>
      <span className="sr-only"> for {field.title}</span>
    </button>
  )
}

/** Why a field stands out. */
function whyOf({ state, problem, confidence }: AnsweredField): string | null {
  if (problem !== null) return problem
  if (state === 'missing') return 'The documents do not seem to say it.'
  return confidence < 1 ? `The model is only ${Math.round(confidence * 100)} % sure.` : null
}

function Why({ field, facts }: Props) {
  const why = whyOf(field)
  if (!facts.isOpen || why === null) return null
  return (
    <p className="flex gap-1.5 text-xs text-amber-800 dark:text-amber-300">
      <TriangleAlertIcon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{why}</span>
    </p>
  )
}

/** A proposal that does not stand in the field, with the button that puts it in. */
function Offer({ field, facts: { offer }, review }: PartProps) {
  if (offer === undefined) return null
  const wasThere = isProposed(field)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <span className="min-w-0 text-muted-foreground wrap-anywhere">
        {wasThere ? 'Proposed: ' : 'Proposed without proof: '}
        <span className="text-foreground" dir="auto">
          {answerWords(offer)}
        </span>
      </span>
      <Button
        type="button"
        variant="outline"
        size="sm"
        className="h-7"
        disabled={review.disabled}
        onClick={() => review.fill(field.name, offer)}
      >
        {wasThere ? <Undo2Icon aria-hidden /> : null}
        {wasThere ? 'Take it back' : 'Use it'}
        <span className="sr-only"> for {field.title}</span>
      </Button>
    </p>
  )
}

/** Below a field: why it stands out, what was proposed, and the places that prove it. */
export function FieldProof({ field, facts }: Props) {
  const review = useContext(ReviewContext)
  if (!review) return null
  const { name, title, places } = field
  const isFilled = facts.offer === undefined
  return (
    <div className="mt-1.5 space-y-1 empty:hidden">
      <Why field={field} facts={facts} />
      <Offer field={field} facts={facts} review={review} />
      {places.length > 0 ? (
        <ul aria-label={`Places of ${title}`} className="-mx-1.5">
          {places.map((place) => (
            <li key={`${place.fileId} ${place.page} ${place.start}`}>
              <Place field={field} place={place} review={review} />
            </li>
          ))}
        </ul>
      ) : null}
      {facts.isOpen && isFilled ? (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="h-7"
          disabled={review.disabled}
          onClick={() => review.settle(name)}
        >
          <CheckIcon aria-hidden /> Looks right
          <span className="sr-only">: {title}</span>
        </Button>
      ) : null}
    </div>
  )
}

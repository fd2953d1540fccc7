'use client'

import { MapPinIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { AnsweredField, CitedPlace, DocumentAnswer } from '#lib/domain/ask/answer'
import { answerWords } from '#lib/domain/ask/review'
import { FieldState } from './field-state.tsx'
import { PlaceInDocument } from './place-in-document.tsx'
import { placeWords } from './place-words.ts'
import { readWords } from './read-words.ts'

type FieldProps = {
  field: AnsweredField
  chosen: CitedPlace | undefined
  onChoose(place: CitedPlace): void
}

function Field({ field, chosen, onChoose }: FieldProps) {
  const { title, value, problem, places } = field
  return (
    <li className="space-y-1.5 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-medium wrap-anywhere">{title}</h3>
        <FieldState field={field} />
      </div>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{answerWords(value)}</p>
      {problem ? <p className="text-sm text-muted-foreground">{problem}</p> : null}
      {places.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label={`Places of ${title}`}>
          {places.map((place, index) => (
            <li key={index} className="min-w-0">
              <Button
                type="button"
                variant={place === chosen ? 'default' : 'outline'}
                size="sm"
                aria-pressed={place === chosen}
                className="max-w-full"
                onClick={() => onChoose(place)}
              >
                <MapPinIcon aria-hidden />
                <span className="truncate">{placeWords(place)}</span>
                <span className="sr-only"> for {title}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/**
 * What was found in documents, field by field, with the chosen place in the document below; to be
 * read only. A person who corrects it has a review (`review/review.tsx`).
 */
export function AnswerWithPlaces({ answer }: { answer: DocumentAnswer }) {
  const places = answer.fields.flatMap((field) => field.places)
  const [chosen, setChosen] = useState(places[0])
  const below = useRef<HTMLDivElement>(null)
  const choose = (place: CitedPlace) => {
    setChosen(place)
    below.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="space-y-3">
      {answer.note ? (
        <Alert variant="warning">
          <AlertDescription>{answer.note}</AlertDescription>
        </Alert>
      ) : null}
      <ul className="divide-y rounded-lg border bg-card">
        {answer.fields.map((field) => (
          <Field key={field.name} field={field} chosen={chosen} onChoose={choose} />
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">{readWords(answer)}</p>
      <div ref={below} className="empty:hidden">
        {chosen ? (
          <PlaceInDocument place={chosen} others={places} name={placeWords(chosen)} />
        ) : null}
      </div>
    </div>
  )
}

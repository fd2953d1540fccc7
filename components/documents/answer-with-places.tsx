'use client'

import { MapPinIcon } from 'lucide-react'
import { useState } from 'react'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import type { AnsweredField, CitedPlace, DocumentAnswer } from '#lib/domain/ask/answer'
import { FieldState } from './field-state.tsx'
import { PlaceInDocument } from './place-in-document.tsx'

/** A proposed value in words. Criteria of a policy say whether and why. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  const { met, reason } = value as { met?: unknown; reason?: unknown }
  const states: Record<string, string> = { met: 'Met', not_met: 'Not met', not_known: 'Not known' }
  if (typeof met === 'string' && typeof reason === 'string')
    return `${states[met] ?? met}. ${reason}`
  return JSON.stringify(value)
}

const placeWords = ({ fileName, page, cells }: CitedPlace): string =>
  cells ? `${fileName}, ${cells.sheet} ${cells.range}` : `${fileName}, page ${page}`

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
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{wordsOf(value)}</p>
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

function readWords({ files, model, dollars }: DocumentAnswer): string {
  const pages = files.reduce((sum, { readPages }) => sum + readPages, 0)
  const read = `${pages} ${pages === 1 ? 'page' : 'pages'} read`
  if (model === null) return `${read}, without a model.`
  return dollars === null
    ? `${read} by ${model}.`
    : `${read} by ${model}, for $${dollars.toFixed(dollars < 0.1 ? 4 : 2)}.`
}

/**
 * What was found in documents, field by field, with the chosen place in the document below. The
 * person compares them, and corrects in the form beside.
 */
export function AnswerWithPlaces({ answer }: { answer: DocumentAnswer }) {
  const places = answer.fields.flatMap((field) => field.places)
  const [chosen, setChosen] = useState(places[0])
  return (
    <div className="space-y-3">
      {answer.note ? (
        <Alert variant="warning">
          <AlertDescription>{answer.note}</AlertDescription>
        </Alert>
      ) : null}
      <ul className="divide-y rounded-lg border bg-card">
        {answer.fields.map((field) => (
          <Field key={field.name} field={field} chosen={chosen} onChoose={setChosen} />
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">{readWords(answer)}</p>
      {chosen ? <PlaceInDocument place={chosen} others={places} name={placeWords(chosen)} /> : null}
    </div>
  )
}

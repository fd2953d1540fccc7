'use client'

import { getDefaultRegistry } from '@rjsf/core'
import type { FieldProps } from '@rjsf/utils'
import { createContext, useContext } from 'react'
import { FieldAction } from '#components/forms/theme/field-action'
import { Badge } from '#components/ui/feedback/badge'
import { cn } from '#components/ui/cn'
import type { AnsweredField } from '#lib/domain/ask/answer'
import { FieldState } from '../field-state.tsx'
import { fieldFacts, type FieldFacts } from './field-facts.ts'
import { FieldProof } from './field-proof.tsx'
import { ReviewContext, type ReviewState } from './review-context.ts'

const StandardField = getDefaultRegistry().fields['SchemaField'] as React.ComponentType<FieldProps>
/** The id of the field that has its frame: a choice of shapes draws the same field inside itself. */
const Around = createContext('')

function State({ field, facts }: { field: AnsweredField; facts: FieldFacts }) {
  if (facts.isChanged) return <Badge>Changed by you</Badge>
  return <FieldState field={field} />
}

type FrameProps = { field: AnsweredField; review: ReviewState; props: FieldProps }

/** A proposed field: how far it may be trusted, its value to correct, and its places. */
function Frame({ field, review, props }: FrameProps) {
  const facts = fieldFacts(field, review)
  const isChosen = review.chosen?.name === field.name
  // The places are shown as soon as the person comes to the field, by key or by pointer.
  const entering = { onFocusCapture: () => review.enter(field.name) }
  return (
    <div
      data-review-field={field.name}
      data-open={facts.isOpen}
      className={cn(
        'rounded-md border-l-4 py-2 pr-2 pl-3',
        facts.isOpen
          ? 'border-amber-500 bg-amber-50 dark:bg-amber-950/30'
          : 'border-transparent bg-transparent',
        isChosen ? 'ring-2 ring-primary/40' : '',
      )}
      {...entering}
    >
      <FieldAction.Provider value={<State field={field} facts={facts} />}>
        <StandardField {...props} />
      </FieldAction.Provider>
      <FieldProof field={field} facts={facts} />
    </div>
  )
}

/** Each field of the form of a review: the proposed ones have their frame, all can be walked to. */
export function ReviewField(props: FieldProps) {
  const { fieldPathId } = props
  const { $id: id, path } = fieldPathId
  const review = useContext(ReviewContext)
  const isInside = useContext(Around) === id
  if (!review || isInside || path.length !== 1)
    return (
      <FieldAction.Provider value={null}>
        <StandardField {...props} />
      </FieldAction.Provider>
    )
  const name = String(path[0])
  const field = review.fields.get(name)
  return (
    <Around.Provider value={id}>
      {field ? (
        <Frame field={field} review={review} props={props} />
      ) : (
        <div data-review-field={name} className="py-2 pr-2 pl-4">
          <StandardField {...props} />
        </div>
      )}
    </Around.Provider>
  )
}

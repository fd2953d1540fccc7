'use client'

import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { Button } from '#components/ui/input/button'
import type { WorkflowTestStep } from '#lib/contracts/workflows/workflow-tests'
import { leavesOf } from '#lib/domain/back-test/leaves-of'
import { placeName } from '#lib/domain/back-test/place-name'
import { ofWords } from './of-words.ts'
import type { Expectations, ExpectedValue } from './use-expectations.ts'
import { shortOf } from './value-field.tsx'

type Offer = Pick<ExpectedValue, 'stepId' | 'of'> & { label: string; value: unknown }

const mostPlaces = 200
const lettersOfOption = 60

/** What the steps of the run were given and gave, so far as it can be compared. */
const offersOf = (steps: WorkflowTestStep[]): Offer[] =>
  steps.flatMap(({ stepId, title, effect, input, output }) =>
    (['input', 'output'] as const).flatMap((of) => {
      const value = of === 'input' ? input : output
      if (value === null || value === undefined) return []
      return [{ stepId, of, value, label: `${title} ${ofWords(of, effect)}` }]
    }),
  )

/** The places of an offer, each with the value that the run had there. */
function placesOf({ value }: Offer): { id: string; label: string; value: unknown }[] {
  const leaves = leavesOf(value, mostPlaces)
  const whole = leaves.some(({ path }) => path === '') ? [] : [{ path: '', value }]
  return [...whole, ...leaves].map((leaf) => ({
    id: leaf.path,
    label: `${placeName(leaf.path)} (${shortOf(leaf.value, lettersOfOption)})`,
    value: leaf.value,
  }))
}

type Props = { steps: WorkflowTestStep[]; form: Expectations }

/** Chooses a value of the recorded run that the workflow must give or send again. */
export function AddValue({ steps, form }: Props) {
  const offers = offersOf(steps)
  const [chosen, setChosen] = useState(0)
  const [path, setPath] = useState('')
  const offer = offers[chosen]
  if (!offer) return null
  const places = placesOf(offer)
  const place = places.find(({ id }) => id === path) ?? places[0]
  const isThere = form.values.some(
    (one) => one.stepId === offer.stepId && one.of === offer.of && one.path === place?.id,
  )
  const add = () => {
    if (!place) return
    const { stepId, of } = offer
    form.put([{ stepId, of, path: place.id, equals: place.value as ExpectedValue['equals'] }])
  }
  return (
    <div className="grid items-end gap-3 rounded-md border border-dashed p-3 sm:grid-cols-[1fr_1fr_auto]">
      <LabelledSelect
        label="What"
        options={offers.map(({ label }, index) => ({ id: String(index), label }))}
        value={String(chosen)}
        onChange={(event) => {
          setChosen(Number(event.target.value))
          setPath('')
        }}
      />
      <LabelledSelect
        label="Which value"
        options={places}
        value={place?.id ?? ''}
        onChange={(event) => setPath(event.target.value)}
      />
      <Button type="button" variant="outline" disabled={!place || isThere} onClick={add}>
        <PlusIcon aria-hidden /> {isThere ? 'Added' : 'Add'}
      </Button>
    </div>
  )
}

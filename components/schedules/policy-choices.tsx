'use client'

import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { Label } from '#components/ui/input/label'
import { NumberInput } from '#components/ui/input/number-input'
import { RadioGroup, RadioGroupItem } from '#components/ui/input/radio-group'
import {
  missedPolicies,
  overlapPolicies,
  type MissedPolicy,
  type OverlapPolicy,
} from '#lib/domain/schedule/schedule'
import type { ScheduleDraft } from './schedule-draft.ts'

const missedWords: Record<MissedPolicy, [string, string]> = {
  skip: ['Leave them out', 'What was missed stays missed; the next occurrence comes as planned.'],
  latest: ['Make up for the last one', 'One run, however many were missed.'],
  all: ['Make up for all of them', 'One run for each, oldest first, up to a number.'],
}
const overlapWords: Record<OverlapPolicy, [string, string]> = {
  skip: ['Skip the new one', 'It is recorded as skipped.'],
  queue: ['Let the new one wait', 'It starts when the run before has ended.'],
  allow: ['Run both', 'Runs of this schedule may overlap.'],
}

type ChoicesProps<Value extends string> = {
  legend: string
  help: string
  values: readonly Value[]
  /** The label and the explanation of each value. */
  words: Record<Value, [string, string]>
  value: Value
  onChange(value: Value): void
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, help, values, words, value, onChange } = props
  const name = legend.toLowerCase().replace(/\W+/g, '-')
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium" id={name}>
        {legend}
      </legend>
      <p className="text-xs text-muted-foreground">{help}</p>
      <RadioGroup
        aria-labelledby={name}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="gap-2"
      >
        {values.map((option) => (
          <div key={option} className="flex items-start gap-2">
            <RadioGroupItem
              id={`${name}-${option}`}
              value={option}
              className="mt-0.5"
              aria-describedby={`${name}-${option}-help`}
            />
            <div>
              <Label htmlFor={`${name}-${option}`} className="font-normal">
                {words[option][0]}
              </Label>
              <p id={`${name}-${option}-help`} className="text-xs text-muted-foreground">
                {words[option][1]}
              </p>
            </div>
          </div>
        ))}
      </RadioGroup>
    </fieldset>
  )
}

/** What a schedule does with missed occurrences, and with a run that is not finished. */
export function PolicyChoices({ form }: { form: UseFormReturn<ScheduleDraft> }) {
  const [missedPolicy, overlapPolicy] = useWatch({
    control: form.control,
    name: ['missedPolicy', 'overlapPolicy'],
  })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="space-y-2">
        <Choices
          legend="When occurrences were missed"
          help="Because nothing was running at their time."
          values={missedPolicies}
          words={missedWords}
          value={missedPolicy}
          onChange={(next) => form.setValue('missedPolicy', next)}
        />
        {missedPolicy === 'all' ? <MissedLimit form={form} /> : null}
      </div>
      <Choices
        legend="When the run before is not finished"
        help="At the time of the next occurrence."
        values={overlapPolicies}
        words={overlapWords}
        value={overlapPolicy}
        onChange={(next) => form.setValue('overlapPolicy', next)}
      />
    </div>
  )
}

function MissedLimit({ form }: { form: UseFormReturn<ScheduleDraft> }) {
  return (
    <div className="pl-6">
      <Label htmlFor="missed-limit" className="text-xs">
        At most
      </Label>
      <Controller
        control={form.control}
        name="missedLimit"
        render={({ field }) => (
          <NumberInput
            id="missed-limit"
            ref={field.ref}
            required
            min={1}
            max={100}
            className="mt-1 w-24"
            value={field.value}
            onChange={(limit = NaN) => field.onChange(limit)}
            onBlur={field.onBlur}
          />
        )}
      />
    </div>
  )
}

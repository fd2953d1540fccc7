'use client'

import { NumberInput } from '#components/ui/input/number-input'
import { titleOf } from '../commands/command.ts'
import { useEditor } from '../store-context.ts'
import type { Place } from './body-scope.ts'
import type { ChosenData } from './use-chosen-data.ts'

type Props = { data: ChosenData; places: Place[] }

/** Which item of each loop around the step is looked at. */
export function ItemChoice({ data, places }: Props) {
  const definition = useEditor((state) => state.definition)
  if (places.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 px-3 pt-1.5 text-xs text-muted-foreground">
      {places.map(({ loopId, item, count }) => (
        <label key={loopId} className="flex items-center gap-1.5">
          {titleOf(definition, loopId)}: item
          <NumberInput
            className="h-7 w-16 text-xs"
            value={item + 1}
            min={1}
            max={count}
            onChange={(next) => {
              const number = Math.round(next ?? 1)
              if (number >= 1 && number <= count) data.setItem(loopId, number - 1)
            }}
          />
          of {count}
        </label>
      ))}
    </div>
  )
}

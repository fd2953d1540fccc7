'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { textOf, numberOf, type SettingsProps } from './settings-props.ts'

/** How a list of entries is drawn, what an entry is called, and how many there may be. */
export function ListSettings({ id, field, onChange }: SettingsProps) {
  const items = field.property['items'] as Record<string, unknown>
  const noun = typeof items['title'] === 'string' ? items['title'] : ''
  return (
    <>
      <Labelled id={`${id}-layout`} label="Shown as">
        <NativeSelect
          id={`${id}-layout`}
          value={textOf(field, 'x-formLayout') || 'cards'}
          onChange={({ target }) => onChange({ set: { 'x-formLayout': target.value } })}
        >
          <option value="table">A table, for few short fields</option>
          <option value="cards">Cards, one below the other</option>
        </NativeSelect>
      </Labelled>
      <Labelled id={`${id}-noun`} label="One entry is called" help="Such as: Medication.">
        <Input
          id={`${id}-noun`}
          value={noun}
          onChange={({ target }) => onChange({ set: { items: { ...items, title: target.value } } })}
        />
      </Labelled>
      <Labelled
        id={`${id}-title`}
        label="Title of an entry"
        help="Names of its fields in braces: {name}, {dose}. Without it, its first text."
      >
        <Input
          id={`${id}-title`}
          value={textOf(field, 'x-formItemTitle')}
          onChange={({ target }) => onChange({ set: { 'x-formItemTitle': target.value } })}
        />
      </Labelled>
      <div className="grid grid-cols-2 gap-2">
        {(['minItems', 'maxItems'] as const).map((keyword) => (
          <Labelled
            key={keyword}
            id={`${id}-${keyword}`}
            label={keyword === 'minItems' ? 'Fewest entries' : 'Most entries'}
          >
            <NumberInput
              id={`${id}-${keyword}`}
              value={numberOf(field, keyword)}
              onChange={(value) =>
                Number.isNaN(value) ? undefined : onChange({ set: { [keyword]: value } })
              }
            />
          </Labelled>
        ))}
      </div>
    </>
  )
}

'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { Checkbox } from '#components/ui/input/checkbox'
import { NumberInput } from '#components/ui/input/number-input'
import { fileSizeKeyword, fileTypesKeyword } from '#lib/domain/form/file-rules'
import { numberOf, type SettingsProps } from './settings-props.ts'

const office = 'application/vnd.openxmlformats-officedocument'
/** The types that people name, with what they are stored as. */
const groups = [
  { title: 'PDF', types: ['application/pdf'] },
  { title: 'Pictures', types: ['image/*'] },
  { title: 'Word', types: [`${office}.wordprocessingml.document`] },
  { title: 'Excel', types: [`${office}.spreadsheetml.sheet`] },
  { title: 'Text and CSV', types: ['text/plain', 'text/csv'] },
]

const typesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Which files the field takes, and how large they may be. */
export function FileSettings({ id, field, onChange }: SettingsProps) {
  const types = typesOf(field.property[fileTypesKeyword])
  const toggle = (group: string[], isOn: boolean) => {
    const others = types.filter((type) => !group.includes(type))
    onChange({ set: { [fileTypesKeyword]: isOn ? [...others, ...group] : others } })
  }
  return (
    <>
      <fieldset className="space-y-1.5">
        <legend className="text-sm font-medium">Types of files</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {groups.map((group) => (
            <label key={group.title} className="flex min-h-6 items-center gap-2 text-sm">
              <Checkbox
                checked={group.types.every((type) => types.includes(type))}
                onCheckedChange={(checked) => toggle(group.types, checked === true)}
              />
              {group.title}
            </label>
          ))}
        </div>
        <p className="text-xs text-muted-foreground">
          {types.length === 0 ? 'None chosen: every type is taken.' : 'Others are refused.'}
        </p>
      </fieldset>
      <Labelled id={`${id}-size`} label="Largest file, in MB">
        <NumberInput
          id={`${id}-size`}
          fractions
          value={numberOf(field, fileSizeKeyword)}
          onChange={(value) =>
            Number.isNaN(value) ? undefined : onChange({ set: { [fileSizeKeyword]: value } })
          }
        />
      </Labelled>
    </>
  )
}

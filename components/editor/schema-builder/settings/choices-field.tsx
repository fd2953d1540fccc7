'use client'

import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Textarea } from '#components/ui/input/textarea'
import { choicesOfLines, linesOfChoices } from '../../model/form/choices.ts'
import type { SettingsProps } from './settings-props.ts'

/** The choices as lines, which may be pasted from a sheet. */
export function ChoicesField({ id, field, onChange }: SettingsProps) {
  const [text, setText] = useState(() => linesOfChoices(field.choices))
  const count = field.choices.length
  return (
    <Labelled
      id={id}
      label="Choices"
      help={`One on each line; “F = Female” stores F and shows Female. Now ${count}.`}
    >
      <Textarea
        id={id}
        rows={Math.min(12, Math.max(3, count + 1))}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onChange({ choices: choicesOfLines(event.target.value) })
        }}
      />
    </Labelled>
  )
}

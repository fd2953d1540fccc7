'use client'

import { PlusIcon, Trash2Icon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import {
  alternativesOf,
  oneOfWith,
  valueRefusal,
  withOneMore,
  type Alternative,
} from '../model/form/alternatives.ts'
import type { SchemaField } from '../model/schema-fields.ts'

type Schema = Record<string, unknown>
type Props = {
  field: SchemaField
  onChange(set: Schema): void
  /** Draws the fields of one alternative. */
  renderFields(schema: Schema, label: string, onChange: (schema: Schema) => void): ReactNode
}

type ValueProps = {
  id: string
  alternatives: Alternative[]
  index: number
  onChange(value: string): void
}

/** What the data say for this alternative; written when the field is left. */
function ValueField({ id, alternatives, index, onChange }: ValueProps) {
  const now = alternatives[index]?.value ?? ''
  const [typed, setTyped] = useState<string>()
  const value = typed ?? now
  const refusal = valueRefusal(alternatives, index, value)
  return (
    <Labelled id={id} label="Value in the data" error={refusal}>
      <Input
        id={id}
        className="font-mono text-[13px]"
        value={value}
        aria-invalid={refusal !== undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (!refusal && value !== now) onChange(value)
          setTyped(undefined)
        }}
      />
    </Labelled>
  )
}

/** The shapes that a value may have: what each is called, and its fields. */
export function Alternatives({ field, onChange, renderFields }: Props) {
  const id = useId()
  const alternatives = alternativesOf(field.property)
  const write = (next: Alternative[]) => onChange({ oneOf: oneOfWith(field.property, next) })
  const change = (index: number, part: Partial<Alternative>) =>
    write(alternatives.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div className="space-y-3 border-t bg-muted/30 p-3">
      <p className="text-sm font-medium">Alternatives: the person chooses one</p>
      {alternatives.map((one, index) => (
        <section
          key={index}
          aria-label={`Alternative ${one.title}`}
          className="space-y-3 rounded-md border bg-card p-3"
        >
          <div className="flex items-end gap-2">
            <div className="min-w-0 grow">
              <Labelled id={`${id}-${index}-title`} label="Called">
                <Input
                  id={`${id}-${index}-title`}
                  value={one.title}
                  onChange={({ target }) => change(index, { title: target.value })}
                />
              </Labelled>
            </div>
            <Button
              type="button"
              variant="ghost"
              size="icon"
              aria-label={`Remove the alternative ${one.title}`}
              disabled={alternatives.length === 1}
              onClick={() => write(alternatives.filter((_one, at) => at !== index))}
            >
              <Trash2Icon aria-hidden />
            </Button>
          </div>
          <ValueField
            id={`${id}-${index}-value`}
            alternatives={alternatives}
            index={index}
            onChange={(value) => change(index, { value })}
          />
          {renderFields(one.schema, `Fields of ${one.title}`, (schema) =>
            change(index, { schema }),
          )}
        </section>
      ))}
      <Button
        type="button"
        variant="outline"
        size="sm"
        onClick={() => write(withOneMore(alternatives))}
      >
        <PlusIcon aria-hidden /> Add an alternative
      </Button>
    </div>
  )
}

'use client'

import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils'
import { cloneElement, isValidElement, useState, type ReactElement } from 'react'
import { Button } from '#components/ui/input/button'
import { nothingMark } from '../drawn-schema.ts'
import { useFormTexts } from '../texts.ts'
import { ErrorTemplate } from './error-template.tsx'
import { lostByChoice } from './lost-by-choice.ts'

type ShapeProps = { schema?: object; formData?: unknown }
/** For the select: only it gets the errors of a missing choice. */
type SelectorProps = {
  id: string
  rawErrors?: string[]
  schema: object
  registry: never
  onChange(option: unknown): void
}

/** The errors of a missing choice. */
function ChoiceErrors({ selector }: { selector: ReactElement<SelectorProps> }) {
  const { rawErrors = [], id, schema, registry } = selector.props
  return (
    <ErrorTemplate
      errors={rawErrors}
      fieldPathId={{ $id: id, path: [] }}
      schema={schema}
      registry={registry}
    />
  )
}

type AskProps = { lost: string[]; onChange(): void; onKeep(): void }

function AskBeforeLosing({ lost, onChange, onKeep }: AskProps) {
  const { text } = useFormTexts()
  return (
    <div role="alert" className="space-y-2 rounded-md border border-amber-500/60 p-3 text-sm">
      <p>{text('choice.lost', { names: lost.join(', ') })}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" size="sm" variant="outline" onClick={onKeep}>
          {text('choice.keep')}
        </Button>
        <Button type="button" size="sm" variant="outline" onClick={onChange}>
          {text('choice.change')}
        </Button>
      </div>
    </div>
  )
}

const optionsOf = (schema: Record<string, unknown>): unknown[] => {
  const list = schema['oneOf'] ?? schema['anyOf']
  return Array.isArray(list) ? list : []
}

/**
 * A value that can have one of several shapes: which one, then its fields. Asks before another
 * choice removes what was typed.
 */
export function ChoiceTemplate(props: MultiSchemaFieldTemplateProps) {
  const { selector, optionSchemaField, schema } = props
  const [wanted, setWanted] = useState<{ option: unknown; lost: string[] }>()
  const field = isValidElement<ShapeProps>(optionSchemaField) ? optionSchemaField : undefined
  const hasFields = field !== undefined && !(nothingMark in (field.props.schema ?? {}))
  const select = isValidElement<SelectorProps>(selector) ? selector : undefined
  const choose = (option: unknown) => {
    const next = optionsOf(schema as Record<string, unknown>)[Number(option)]
    const lost = lostByChoice(field?.props.formData, field?.props.schema, next)
    if (hasFields && lost.length > 0) setWanted({ option, lost })
    else select?.props.onChange(option)
  }
  return (
    <div className="flex flex-col gap-2">
      {select ? cloneElement(select, { onChange: choose }) : selector}
      {wanted ? (
        <AskBeforeLosing
          lost={wanted.lost}
          onKeep={() => setWanted(undefined)}
          onChange={() => {
            setWanted(undefined)
            select?.props.onChange(wanted.option)
          }}
        />
      ) : null}
      {hasFields ? optionSchemaField : null}
      {!hasFields && select ? <ChoiceErrors selector={select} /> : null}
    </div>
  )
}

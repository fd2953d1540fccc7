'use client'

import { useState } from 'react'
import { CodeField } from '#components/code/code-field'
import { parseTypedJson } from '#lib/domain/exact-json'

type Schema = Record<string, unknown>
type Props = { schema: Schema; onChange(schema: Schema): void; label: string }

/**
 * The schema as JSON. Incomplete text stays here; the fields change as soon as it is a schema of an
 * object again.
 */
export function RawSchema({ schema, onChange, label }: Props) {
  const written = JSON.stringify(schema, null, 2)
  const [typed, setTyped] = useState<{ text: string; base: string } | null>(null)
  const text = typed && typed.base === written ? typed.text : written
  const fault = faultOf(text)
  return (
    <div className="space-y-1.5">
      <CodeField
        id="raw-schema"
        label={`${label} as JSON Schema`}
        language="json"
        value={text}
        minLines={12}
        invalid={fault !== undefined}
        onChange={(next) => {
          const parsed = parse(next)
          setTyped({ text: next, base: parsed ? JSON.stringify(parsed, null, 2) : written })
          if (parsed) onChange(parsed)
        }}
      />
      {fault ? (
        <p role="status" className="text-xs text-destructive">
          {fault}
        </p>
      ) : null}
    </div>
  )
}

function parse(text: string): Schema | undefined {
  try {
    const value = parseTypedJson(text)
    return typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      (value as Schema)['type'] === 'object'
      ? (value as Schema)
      : undefined
  } catch {
    return undefined
  }
}

const faultOf = (text: string): string | undefined =>
  parse(text)
    ? undefined
    : 'This is no form yet: it is JSON Schema with "type": "object". The last valid one counts.'

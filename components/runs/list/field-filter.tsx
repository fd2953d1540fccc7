'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Input } from '#components/ui/input/input'
import { queryOf } from '#components/shared/loading/queries'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'

type Filter = { workflow: string; field: string; value: string }
type Schema = { properties?: Record<string, Schema> }

/** Paths of the fields of a start-data schema, also inside objects: `patient.id`. */
function pathsOf(schema: Schema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    inner.properties ? pathsOf(inner, `${prefix}${name}.`) : [`${prefix}${name}`],
  )
}

/**
 * Runs in which one field of the start data has exactly this value; the fields of the chosen
 * workflow are offered, any other may be typed.
 */
export function FieldFilter({
  filters,
  change,
}: {
  filters: Filter
  change(next: Partial<Filter>): void
}) {
  const list = useId()
  const [field, setField] = useState(filters.field)
  const [value, setValue] = useState(filters.value)
  const [known, setKnown] = useState(filters)
  // Changed elsewhere: by a button that shows all again, or by another address.
  if (known.field !== filters.field || known.value !== filters.value) {
    setKnown(filters)
    setField(filters.field)
    setValue(filters.value)
  }
  const workflow = useQuery({
    ...queryOf(readWorkflowContract, { params: { id: filters.workflow } }),
    enabled: filters.workflow !== '',
    staleTime: 60_000,
  })
  useEffect(() => {
    if (field.trim() === filters.field && value === filters.value) return
    const timer = setTimeout(() => change({ field: field.trim(), value }), 400)
    return () => clearTimeout(timer)
  })
  return (
    <fieldset className="flex items-end gap-2 max-sm:w-full">
      <legend className="sr-only">One field of the start data</legend>
      <label className="grid min-w-0 gap-1 text-sm max-sm:flex-1">
        Field
        <Input
          className="sm:w-36"
          list={list}
          placeholder="patientId"
          autoComplete="off"
          value={field}
          onChange={(event) => setField(event.target.value)}
        />
      </label>
      <datalist id={list}>
        {pathsOf((workflow.data?.draft.startData ?? {}) as Schema).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <label className="grid min-w-0 gap-1 text-sm max-sm:flex-1">
        is
        <Input
          className="sm:w-36"
          placeholder="4711"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
    </fieldset>
  )
}

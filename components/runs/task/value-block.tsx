'use client'

import { BracesIcon, TextIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PlainValue } from '#components/inbox/plain-value'
import type { Schema } from '#components/inbox/words-of-schema'
import { Button } from '#components/ui/input/button'
import { JsonBlock } from './json-block.tsx'

/** Characters of JSON up to which a value is shown in words; a large one is only JSON. */
const mostInWords = 20_000

type Props = {
  label: string
  value: unknown
  /** What of it people read; all of it where nothing is given. */
  inWords?: unknown
  /** What the form of the value says about it. */
  schema?: Schema | undefined
}

/** A value of a run in words, and as JSON for who wants to copy or compare it. */
export function ValueBlock({ label, value, inWords = value, schema }: Props) {
  const [isJson, setJson] = useState(false)
  const isLarge = useMemo(() => JSON.stringify(value).length > mostInWords, [value])
  if (isLarge) return <JsonBlock label={label} value={value} />
  const Icon = isJson ? TextIcon : BracesIcon
  return (
    <div className="space-y-1">
      {isJson ? (
        <JsonBlock label={label} value={value} />
      ) : (
        <div role="group" aria-label={label} className="rounded-md border p-3">
          <PlainValue value={inWords} schema={schema} />
        </div>
      )}
      <Button
        variant="link"
        size="sm"
        className="h-6 px-0 text-muted-foreground print:hidden"
        aria-label={`${label} ${isJson ? 'in words' : 'as JSON'}`}
        onClick={() => setJson(!isJson)}
      >
        <Icon aria-hidden /> {isJson ? 'In words' : 'As JSON'}
      </Button>
    </div>
  )
}

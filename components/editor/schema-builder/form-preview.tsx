'use client'

import { useState } from 'react'
import { FillForm } from '#components/forms/fill-form-later'
import { Segmented } from '#components/ui/input/segmented'
import { Button } from '#components/ui/input/button'

const nothing = () => undefined

/** The form as people will see it, on a wide page or on a phone. Its input is not stored. */
export function FormPreview({ schema }: { schema: Record<string, unknown> }) {
  const [data, setData] = useState<Record<string, unknown>>({})
  const [width, setWidth] = useState<'wide' | 'phone'>('wide')
  if (Object.keys((schema['properties'] ?? {}) as object).length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        No visible fields yet: the form would be one button.
      </p>
    )
  return (
    <div className="space-y-4">
      <Segmented
        label="Width of the preview"
        value={width}
        onChange={setWidth}
        options={{ wide: 'Wide', phone: 'Phone' }}
      />
      <div className={width === 'phone' ? 'mx-auto max-w-[390px] rounded-xl border p-4' : ''}>
        <FillForm
          schema={schema}
          data={data}
          onChange={setData}
          onSubmit={nothing}
          failure={null}
          issuePrefix="data"
          idPrefix="preview"
        >
          <Button type="submit" variant="outline">
            Check it
          </Button>
        </FillForm>
      </div>
    </div>
  )
}

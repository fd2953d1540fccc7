'use client'

import { useMemo, useState } from 'react'
import { deriveUiSchema } from '../../forms/derive-ui-schema.ts'
import { drawnSchema } from '../../forms/drawn-schema.ts'
import { visibleSchema } from '../../forms/hidden-fields.ts'
import { SchemaForm } from '#components/forms/schema-form'

/** The form as people will see it. Its input is not stored. */
export function FormPreview({ schema }: { schema: Record<string, unknown> }) {
  const [data, setData] = useState<unknown>({})
  const drawn = useMemo(() => drawnSchema(visibleSchema(schema)), [schema])
  const hints = useMemo(() => deriveUiSchema(drawn), [drawn])
  if (Object.keys((drawn['properties'] ?? {}) as object).length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        No visible fields yet: the form would be one button.
      </p>
    )
  return (
    <SchemaForm
      schema={drawn}
      uiSchema={hints}
      formData={data}
      onChange={setData}
      tagName="div"
      idPrefix="preview"
    />
  )
}

'use client'

import { SplitIcon } from 'lucide-react'
import { Button } from '#components/ui/input/button'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { writtenPages } from '#lib/domain/form/pages'
import { splitIntoPages } from '../model/form/page-list.ts'
import { FieldList } from './field-list.tsx'
import { PagedFields } from './paged-fields.tsx'

type Schema = Record<string, unknown>
type Props = { schema: Schema; onChange(schema: Schema): void }

/** The fields of a whole form, on one page or on several. */
export function FormFields({ schema, onChange }: Props) {
  // What splits and joins the pages is gone after its use.
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const hasPages = writtenPages(schema).length > 0
  return (
    <div className="space-y-3" {...keptFocus}>
      {hasPages ? (
        <PagedFields schema={schema} onChange={onChange} />
      ) : (
        <>
          <FieldList schema={schema} onChange={onChange} />
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => onChange(splitIntoPages(schema))}
          >
            <SplitIcon aria-hidden /> Split into pages
          </Button>
        </>
      )}
    </div>
  )
}

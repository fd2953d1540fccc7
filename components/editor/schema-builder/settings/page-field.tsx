'use client'

import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { writtenPages } from '#lib/domain/form/pages'
import { pageOfField, putOnPage } from '../../model/form/page-list.ts'

type Schema = Record<string, unknown>
type Props = { id: string; name: string; schema: Schema; onSchema(schema: Schema): void }

/** The page of a form with pages that a field is on. */
export function PageField({ id, name, schema, onSchema }: Props) {
  const pages = writtenPages(schema)
  if (pages.length === 0) return null
  return (
    <Labelled id={id} label="Page">
      <NativeSelect
        id={id}
        value={pageOfField(schema, name)}
        onChange={({ target }) => onSchema(putOnPage(schema, name, Number(target.value)))}
      >
        {pages.map(({ title }, index) => (
          <option key={index} value={index}>
            {index + 1}. {title}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

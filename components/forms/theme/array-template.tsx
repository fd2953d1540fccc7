import type { ArrayFieldTemplateProps } from '@rjsf/utils'
import { buttonId, getTemplate, getUiOptions, titleId } from '@rjsf/utils'
import { useMemo, type CSSProperties } from 'react'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { humanName } from '#lib/domain/human-name'
import { columnsOf, entryTitle, type Column } from '../lists/entry-title.ts'
import { ListContext } from '../lists/list-context.ts'
import { useAddedFocus } from '../lists/use-added-focus.ts'
import { RequiredMark } from './required-mark.tsx'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { useFormTexts } from '../texts.ts'

type Schema = Record<string, unknown>

/** How the list is drawn, by `x-formLayout`, `x-formItemTitle` and the schema of its entries. */
function useLayout({ schema, formData }: ArrayFieldTemplateProps) {
  const { text } = useFormTexts()
  return useMemo(() => {
    const list = schema as Schema
    const items = (list['items'] ?? {}) as Schema
    const entries: unknown[] = Array.isArray(formData) ? formData : []
    const columns = columnsOf(items, humanName)
    const isTable = list['x-formLayout'] === 'table' && columns.length > 0
    return {
      columns: isTable ? columns : undefined,
      noun: typeof items['title'] === 'string' ? items['title'] : text('entry'),
      titleOf: (index: number) => entryTitle(items, list['x-formItemTitle'], entries[index]),
    }
  }, [schema, formData, text])
}

/** The heads of a table's columns; on a phone each cell has its own label instead. */
function TableHead({ columns }: { columns: Column[] }) {
  const { text } = useFormTexts()
  return (
    <div
      role="row"
      className="hidden border-b pb-1 text-xs font-medium text-muted-foreground @2xl:grid @2xl:grid-cols-(--columns) @2xl:gap-2"
    >
      {columns.map(({ name, title, required }) => (
        <span key={name} role="columnheader">
          {title}
          {required ? <RequiredMark /> : null}
        </span>
      ))}
      <span role="columnheader" className="sr-only">
        {text('entry.actions')}
      </span>
    </div>
  )
}

/** How many entries a list may have, where that is limited. */
function limitOf({ schema, items }: ArrayFieldTemplateProps, { count }: FormTexts): string {
  const { maxItems } = schema
  if (maxItems === undefined) return ''
  return count(items.length >= maxItems ? 'entry.all' : 'entry.most', maxItems)
}

function Head(props: ArrayFieldTemplateProps) {
  const { fieldPathId, uiSchema, optionalDataControl, registry, required, schema, title } = props
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'ArrayFieldTitleTemplate'>('ArrayFieldTitleTemplate', registry, options)
  const Description = getTemplate<'ArrayFieldDescriptionTemplate'>(
    'ArrayFieldDescriptionTemplate',
    registry,
    options,
  )
  return (
    <>
      <Title
        fieldPathId={fieldPathId}
        title={options.title || title}
        schema={schema}
        uiSchema={uiSchema}
        required={required ?? false}
        registry={registry}
        optionalDataControl={optionalDataControl}
      />
      <Description
        fieldPathId={fieldPathId}
        description={options.description || schema.description}
        schema={schema}
        uiSchema={uiSchema}
        registry={registry}
      />
    </>
  )
}

type FootProps = ArrayFieldTemplateProps & { noun: string; onAdd(): void }

/** The button that adds an entry, and how many there may be. */
function Foot({ noun, onAdd, ...props }: FootProps) {
  const { canAdd, disabled, fieldPathId, uiSchema, onAddClick, readonly, registry } = props
  const texts = useFormTexts()
  const { text } = texts
  const { AddButton } = registry.templates.ButtonTemplates
  const limit = limitOf(props, texts)
  const addLabel =
    noun === text('entry')
      ? {}
      : { 'ui:addLabel': text('entry.add one', { name: noun.toLowerCase() }) }
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {canAdd ? (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={(event) => {
            onAdd()
            onAddClick(event)
          }}
          disabled={(disabled ?? false) || (readonly ?? false)}
          uiSchema={{ ...addLabel, ...uiSchema }}
          registry={registry}
        />
      ) : null}
      {limit ? <span className="text-xs text-muted-foreground">{limit}</span> : null}
    </div>
  )
}

/** A list of values, as cards or as a table: its entries with their buttons, and one to add. */
export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, items } = props
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const { entries, onAdd } = useAddedFocus(items.length)
  const layout = useLayout(props)
  const { columns, noun } = layout
  const grid = columns
    ? ({ '--columns': `repeat(${columns.length}, minmax(0, 1fr)) 5.75rem` } as CSSProperties)
    : {}
  return (
    <div
      role="group"
      id={fieldPathId.$id}
      tabIndex={-1}
      aria-labelledby={titleId(fieldPathId)}
      className="@container flex flex-col gap-2 outline-none"
      style={grid}
      {...keptFocus}
    >
      <Head {...props} />
      <ListContext value={layout}>
        {items.length > 0 && columns ? (
          <div
            ref={entries}
            role="table"
            aria-labelledby={titleId(fieldPathId)}
            className="flex flex-col gap-2 @2xl:gap-1"
          >
            <TableHead columns={columns} />
            {items}
          </div>
        ) : null}
        {items.length > 0 && !columns ? (
          <div ref={entries} className="flex flex-col gap-2">
            {items}
          </div>
        ) : null}
      </ListContext>
      <Foot {...props} noun={noun} onAdd={onAdd} />
    </div>
  )
}

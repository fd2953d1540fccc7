import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { useContext } from 'react'
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from '@rjsf/utils'
import { CellContext, ListContext } from '../lists/list-context.ts'
import { FormPages } from '../pages/form-pages.tsx'
import { PagesContext } from '../pages/pages-context.ts'
import { useFormTexts } from '../texts.ts'

/** The heading of a group. An entry of a list has none: the list numbers it. */
function headingOf({ title, uiSchema, fieldPathId }: ObjectFieldTemplateProps): string | undefined {
  const isEntry = typeof fieldPathId.path.at(-1) === 'number'
  return title && !isEntry && getUiOptions(uiSchema).label !== false ? title : undefined
}

/** The heading and the description of a group. */
function Head(props: ObjectFieldTemplateProps & { heading: string | undefined }) {
  const { heading, description, required, schema, uiSchema, fieldPathId } = props
  const { registry, optionalDataControl } = props
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options)
  const Description = getTemplate<'DescriptionFieldTemplate'>(
    'DescriptionFieldTemplate',
    registry,
    options,
  )
  return (
    <div className="flex flex-col gap-1 empty:hidden">
      {heading ? (
        <Title
          id={titleId(fieldPathId)}
          title={heading}
          required={required ?? false}
          schema={schema}
          uiSchema={uiSchema}
          registry={registry}
          optionalDataControl={optionalDataControl}
        />
      ) : null}
      {description ? (
        <Description
          id={descriptionId(fieldPathId)}
          description={description}
          schema={schema}
          uiSchema={uiSchema}
          registry={registry}
        />
      ) : null}
    </div>
  )
}

type Property = ObjectFieldTemplateProps['properties'][number]

/** The rarely needed fields, collapsed. */
function MoreSettings({ properties }: { properties: Property[] }) {
  const { text } = useFormTexts()
  if (properties.length === 0) return null
  return (
    <details className="group rounded-md border px-3 py-2">
      <summary className="min-h-6 cursor-pointer text-sm font-medium outline-none focus-visible:ring-2 focus-visible:ring-ring">
        {text('more')}
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        {properties.map((property) => (
          <div key={property.name}>{property.content}</div>
        ))}
      </div>
    </details>
  )
}

/** The fields of a group; a group inside another one is set off by a line at its left. */
function Fields({ properties, uiSchema, fieldPathId: { path } }: ObjectFieldTemplateProps) {
  if (properties.length === 0) return null
  const isRare = ({ name }: Property) => getUiOptions(uiSchema?.[name])['advanced'] === true
  const isSetOff = path.length > 0 && typeof path.at(-1) !== 'number'
  const line = isSetOff ? 'border-s-2 border-border ps-3' : ''
  return (
    <div className={`flex flex-col gap-4 ${line}`}>
      {properties
        .filter((property) => !isRare(property))
        .map((property) => (
          <div key={property.name} className={property.hidden ? 'hidden' : ''}>
            {property.content}
          </div>
        ))}
      <MoreSettings
        properties={properties.filter((property) => isRare(property) && !property.hidden)}
      />
    </div>
  )
}

/** The fields of an entry as cells of its row. */
function Cells({ properties }: { properties: Property[] }) {
  return properties
    .filter(({ hidden }) => !hidden)
    .map(({ name, content }) => (
      <div key={name} role="cell" className="min-w-0">
        <ListContext value={null}>
          <CellContext value>{content}</CellContext>
        </ListContext>
      </div>
    ))
}

/** A group of fields under one heading. Fields hinted as `advanced` are collapsed at the end. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const isRow = useContext(ListContext)?.columns !== undefined
  if (isRow) return <Cells properties={props.properties} />
  if (props.fieldPathId.path.length === 0) return <FormTop {...props} />
  return <Group {...props} />
}

/** The whole form: on pages, where it has some. */
function FormTop(props: ObjectFieldTemplateProps) {
  const pages = useContext(PagesContext)
  if (!pages) return <Group {...props} />
  return <FormPages pages={pages} properties={props.properties} />
}

function Group(props: ObjectFieldTemplateProps) {
  const { uiSchema, fieldPathId, schema, formData, onAddProperty, registry } = props
  const { AddButton } = registry.templates.ButtonTemplates
  const heading = headingOf(props)
  const isGroup = fieldPathId.path.length > 0 && heading !== undefined
  const named = isGroup
    ? { role: 'group', 'aria-labelledby': titleId(fieldPathId), id: fieldPathId.$id, tabIndex: -1 }
    : {}
  return (
    <div {...named} className="flex flex-col gap-4 outline-none">
      <Head {...props} heading={heading} />
      <Fields {...props} />
      {canExpand(schema, uiSchema, formData) ? (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={onAddProperty}
          disabled={(props.disabled ?? false) || (props.readonly ?? false)}
          uiSchema={uiSchema}
          registry={registry}
        />
      ) : null}
    </div>
  )
}

import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from '@rjsf/utils'

/** A group of fields under one heading. Fields hinted as `advanced` stand folded at the end. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const {
    description,
    title,
    properties,
    required,
    uiSchema,
    fieldPathId,
    schema,
    formData,
    optionalDataControl,
    onAddProperty,
    disabled,
    readonly,
    registry,
  } = props
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options)
  const Description = getTemplate<'DescriptionFieldTemplate'>(
    'DescriptionFieldTemplate',
    registry,
    options,
  )
  const { AddButton } = registry.templates.ButtonTemplates
  const inner = fieldPathId.path.length > 0
  // Entries of a list are numbered by the list.
  const entry = typeof fieldPathId.path.at(-1) === 'number'
  const heading = title && !entry && options.label !== false
  const rare = (name: string) => getUiOptions(uiSchema?.[name])['advanced'] === true
  const usual = properties.filter((property) => !rare(property.name))
  const advanced = properties.filter((property) => rare(property.name) && !property.hidden)
  return (
    <div
      role={inner && heading ? 'group' : undefined}
      aria-labelledby={inner && heading ? titleId(fieldPathId) : undefined}
      className="flex flex-col gap-4"
    >
      {heading ? (
        <Title
          id={titleId(fieldPathId)}
          title={title}
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
      {properties.length > 0 ? (
        <div
          className={
            inner && !entry
              ? 'flex flex-col gap-4 border-l-2 border-border pl-3'
              : 'flex flex-col gap-4'
          }
        >
          {usual.map((property) => (
            <div key={property.name} className={property.hidden ? 'hidden' : ''}>
              {property.content}
            </div>
          ))}
          {advanced.length > 0 ? (
            <details className="group rounded-md border px-3 py-2">
              <summary className="min-h-6 cursor-pointer text-sm font-medium outline-none focus-visible:ring-2 focus-visible:ring-ring">
                More settings
              </summary>
              <div className="mt-3 flex flex-col gap-4">
                {advanced.map((property) => (
                  <div key={property.name}>{property.content}</div>
                ))}
              </div>
            </details>
          ) : null}
        </div>
      ) : null}
      {canExpand(schema, uiSchema, formData) ? (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={onAddProperty}
          disabled={(disabled ?? false) || (readonly ?? false)}
          uiSchema={uiSchema}
          registry={registry}
        />
      ) : null}
    </div>
  )
}

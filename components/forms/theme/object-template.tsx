import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { buttonId, canExpand, descriptionId, getTemplate, getUiOptions, titleId } from '@rjsf/utils'

/** A group of fields under one heading; the outermost one has none of its own when the page says it already. */
export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { description, title, properties, required, uiSchema, fieldPathId, schema, formData, optionalDataControl, onAddProperty, disabled, readonly, registry } = props
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'TitleFieldTemplate'>('TitleFieldTemplate', registry, options)
  const Description = getTemplate<'DescriptionFieldTemplate'>('DescriptionFieldTemplate', registry, options)
  const { AddButton } = registry.templates.ButtonTemplates
  const inner = fieldPathId.path.length > 0
  const shown = properties.filter((property) => !property.hidden)
  return (
    <div role={inner && title ? 'group' : undefined} aria-labelledby={inner && title ? titleId(fieldPathId) : undefined} className="flex flex-col gap-4">
      {title && options.label !== false ? (
        <Title id={titleId(fieldPathId)} title={title} required={required ?? false} schema={schema} uiSchema={uiSchema} registry={registry} optionalDataControl={optionalDataControl} />
      ) : null}
      {description ? (
        <Description id={descriptionId(fieldPathId)} description={description} schema={schema} uiSchema={uiSchema} registry={registry} />
      ) : null}
      {shown.length > 0 || properties.length > 0 ? (
        <div className={inner ? 'flex flex-col gap-4 border-l-2 border-border pl-3' : 'flex flex-col gap-4'}>
          {properties.map((property) => (
            <div key={property.name} className={property.hidden ? 'hidden' : ''}>{property.content}</div>
          ))}
        </div>
      ) : null}
      {canExpand(schema, uiSchema, formData) ? (
        <AddButton id={buttonId(fieldPathId, 'add')} onClick={onAddProperty} disabled={(disabled ?? false) || (readonly ?? false)} uiSchema={uiSchema} registry={registry} />
      ) : null}
    </div>
  )
}

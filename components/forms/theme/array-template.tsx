import type { ArrayFieldTemplateProps } from '@rjsf/utils'
import { buttonId, getTemplate, getUiOptions, titleId } from '@rjsf/utils'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'

/** A list of values: its entries, each with its own buttons, and one to add. */
export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const {
    canAdd,
    disabled,
    fieldPathId,
    uiSchema,
    items,
    optionalDataControl,
    onAddClick,
    readonly,
    registry,
    required,
    schema,
    title,
  } = props
  const keptFocus = useKeptFocus<HTMLDivElement>('last')
  const options = getUiOptions(uiSchema)
  const Title = getTemplate<'ArrayFieldTitleTemplate'>('ArrayFieldTitleTemplate', registry, options)
  const Description = getTemplate<'ArrayFieldDescriptionTemplate'>(
    'ArrayFieldDescriptionTemplate',
    registry,
    options,
  )
  const { AddButton } = registry.templates.ButtonTemplates
  return (
    <div
      role="group"
      aria-labelledby={titleId(fieldPathId)}
      className="flex flex-col gap-2"
      {...keptFocus}
    >
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
      {items.length > 0 ? <div className="flex flex-col gap-2">{items}</div> : null}
      {canAdd ? (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          onClick={onAddClick}
          disabled={(disabled ?? false) || (readonly ?? false)}
          uiSchema={uiSchema}
          registry={registry}
        />
      ) : null}
    </div>
  )
}

import type { WrapIfAdditionalTemplateProps } from '@rjsf/utils'
import { ADDITIONAL_PROPERTY_FLAG, buttonId } from '@rjsf/utils'
import { Input } from '#components/ui/input/input'
import { useFormTexts } from '../texts.ts'

/**
 * A named entry of an open object: its name can be changed, the entry removed. Other fields pass
 * through.
 */
export function EntryTemplate(props: WrapIfAdditionalTemplateProps) {
  const {
    children,
    disabled,
    id,
    label,
    onRemoveProperty,
    onKeyRenameBlur,
    readonly,
    schema,
    uiSchema,
    registry,
    classNames,
    style,
  } = props
  const { text } = useFormTexts()
  const { RemoveButton } = registry.templates.ButtonTemplates
  if (!(ADDITIONAL_PROPERTY_FLAG in schema))
    return (
      <div className={classNames} style={style}>
        {children}
      </div>
    )
  const fixed = (disabled ?? false) || (readonly ?? false)
  return (
    <div role="group" aria-label={label} className="rounded-md border bg-muted/30 p-3">
      <div className="mb-2 flex items-end gap-1">
        <div className="grow">
          <label htmlFor={`${id}-key`} className="text-xs font-medium text-muted-foreground">
            {text('entry.name')}
          </label>
          <Input
            key={label}
            id={`${id}-key`}
            defaultValue={label}
            disabled={fixed}
            onBlur={onKeyRenameBlur}
            autoComplete="off"
          />
        </div>
        <RemoveButton
          id={buttonId(id, 'remove')}
          disabled={fixed}
          onClick={onRemoveProperty}
          uiSchema={uiSchema}
          registry={registry}
        />
      </div>
      {children}
    </div>
  )
}

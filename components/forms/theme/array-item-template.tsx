import type { ArrayFieldItemTemplateProps } from '@rjsf/utils'
import { getTemplate, getUiOptions } from '@rjsf/utils'

/**
 * One entry of a list; its buttons are above it so that narrow panes leave their width to the
 * fields.
 */
export function ArrayItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  index,
  uiSchema,
  registry,
  schema,
}: ArrayFieldItemTemplateProps) {
  const Buttons = getTemplate<'ArrayFieldItemButtonsTemplate'>(
    'ArrayFieldItemButtonsTemplate',
    registry,
    getUiOptions(uiSchema),
  )
  const plain = schema.type !== 'object' && schema.type !== 'array'
  return (
    <div
      role="group"
      aria-label={`Entry ${index + 1}`}
      className={plain ? 'flex items-start gap-1' : 'rounded-md border bg-muted/30 p-3'}
    >
      {hasToolbar && !plain ? (
        <div className="mb-2 flex items-center justify-between gap-2">
          <span className="text-xs font-medium text-muted-foreground">{index + 1}</span>
          <div className="flex gap-1">
            <Buttons {...buttonsProps} />
          </div>
        </div>
      ) : null}
      <div className="min-w-0 grow">{children}</div>
      {hasToolbar && plain ? (
        <div className="flex shrink-0 gap-0.5 pt-1">
          <Buttons {...buttonsProps} />
        </div>
      ) : null}
    </div>
  )
}

import type { ArrayFieldItemTemplateProps } from '@rjsf/utils'
import { getTemplate, getUiOptions } from '@rjsf/utils'
import { useContext, type KeyboardEvent } from 'react'
import { ListContext } from '../lists/list-context.ts'
import { useFormTexts } from '../texts.ts'

/** Alt with an arrow moves the entry that the focus is in. */
function onMoveKeys({ buttonsProps }: ArrayFieldItemTemplateProps) {
  return (event: KeyboardEvent) => {
    if (!event.altKey || event.defaultPrevented) return
    const { hasMoveDown, hasMoveUp, onMoveDownItem, onMoveUpItem } = buttonsProps
    const isUp = event.key === 'ArrowUp' && hasMoveUp
    if (!isUp && !(event.key === 'ArrowDown' && hasMoveDown)) return
    event.preventDefault()
    event.stopPropagation()
    if (isUp) onMoveUpItem()
    else onMoveDownItem()
  }
}

function Buttons({ buttonsProps, uiSchema, registry }: ArrayFieldItemTemplateProps) {
  const Template = getTemplate<'ArrayFieldItemButtonsTemplate'>(
    'ArrayFieldItemButtonsTemplate',
    registry,
    getUiOptions(uiSchema),
  )
  return <Template {...buttonsProps} />
}

/** An entry of a table: on wide pages a row, on a phone a card. */
function Row(props: ArrayFieldItemTemplateProps & { name: string }) {
  const { children, hasToolbar, name } = props
  return (
    <div
      role="row"
      aria-label={name}
      tabIndex={-1}
      onKeyDown={onMoveKeys(props)}
      className="flex flex-col gap-3 rounded-md border bg-muted/30 p-3 @2xl:grid @2xl:grid-cols-(--columns) @2xl:items-start @2xl:gap-2 @2xl:rounded-none @2xl:border-0 @2xl:bg-transparent @2xl:p-0"
    >
      {children}
      <div
        role="cell"
        className="-order-1 flex items-center justify-between @2xl:order-none @2xl:pt-1"
      >
        <span className="text-sm font-medium @2xl:hidden">{name}</span>
        {hasToolbar ? (
          <span className="flex gap-0.5">
            <Buttons {...props} />
          </span>
        ) : null}
      </div>
    </div>
  )
}

/**
 * One entry of a list: a row of a table, or a card whose buttons are above it so that narrow panes
 * leave their width to the fields.
 */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, hasToolbar, index, schema } = props
  const layout = useContext(ListContext)
  const { text } = useFormTexts()
  const number = `${layout?.noun ?? text('entry')} ${index + 1}`
  const title = layout?.titleOf(index) ?? ''
  if (layout?.columns) return <Row {...props} name={title || number} />
  const isPlain = schema.type !== 'object' && schema.type !== 'array'
  if (isPlain)
    return (
      <div
        role="group"
        aria-label={number}
        className="flex items-start gap-1"
        onKeyDown={onMoveKeys(props)}
      >
        <ListContext value={null}>
          <div className="min-w-0 grow">{children}</div>
        </ListContext>
        {hasToolbar ? (
          <div className="flex shrink-0 gap-0.5 pt-1">
            <Buttons {...props} />
          </div>
        ) : null}
      </div>
    )
  return (
    <div
      role="group"
      aria-label={title ? `${number}: ${title}` : number}
      className="rounded-md border bg-muted/30 p-3"
      onKeyDown={onMoveKeys(props)}
    >
      {hasToolbar || title ? (
        <div className="mb-2 flex items-center justify-between gap-2">
          <span className="min-w-0 truncate text-sm">
            <span className="text-muted-foreground">{index + 1}</span>
            {title ? <span className="ms-2 font-medium">{title}</span> : null}
          </span>
          <div className="flex shrink-0 gap-1">{hasToolbar ? <Buttons {...props} /> : null}</div>
        </div>
      ) : null}
      <ListContext value={null}>
        <div className="min-w-0 grow">{children}</div>
      </ListContext>
    </div>
  )
}

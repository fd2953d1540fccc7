import { type CSSProperties, type KeyboardEvent } from 'react'
import { cn } from '#components/ui/cn'
import { borderOf, BoxHead, BranchNames, FarTitle, stackClass } from '../drawing/step-card.tsx'
import { branchHandle, handleIds, type StepNode } from '../graph-adapter.ts'
import { branchShare } from '../model/layout/sizes.ts'
import { useEditorStore } from '../store-context.ts'

const boxClass = cn(
  'relative flex size-full cursor-pointer flex-col rounded-lg border bg-card text-left shadow-xs',
  'text-card-foreground outline-none focus-visible:ring-2 focus-visible:ring-ring',
)
const dotClass = cn(
  'absolute size-3 -translate-x-1/2 rounded-full border-2 border-background',
  'bg-muted-foreground',
)

// What is seen from near or from far only is as high as it may be, or not at all (`fitOf`).
const nearOnly: CSSProperties = { maxHeight: 'calc(var(--near) * 200)', overflow: 'hidden' }
const farOnly = {
  maxHeight: 'calc(var(--far) * 200)',
  overflow: 'hidden',
  '--far-letters': 'calc(24px + 12 * var(--farthest))',
  '--far-lines': 'calc(48px - 12 * var(--farthest))',
} as CSSProperties
/** The letters of a name grow, and it has one line instead of two, from still further away. */
const farClass = cn(
  'flex grow [&>span]:[font-size:var(--far-letters)]',
  '[&>span>span]:max-h-(--far-lines)',
)
const nearEnd: CSSProperties = { clipPath: 'inset(0 0 calc(100% - var(--near) * 100))' }

/** The middles of the places where connections leave, as shares of the width. */
function ends({ branches }: StepNode['data']): Map<string, number> {
  if (branches === '') return new Map([[handleIds.out, 0.5]])
  const names = branches.split('\n')
  return new Map(
    names.map((name, index) => [branchHandle(name), branchShare(index, names.length)] as const),
  )
}

/** A step of the picture: a press selects it, Enter opens it, as on the canvas. */
export function PictureStep({ node }: { node: StepNode }) {
  const store = useEditorStore()
  const { data, id, selected = false } = node
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (event.key === 'Enter') store.getState().focusOn(id, 'title')
    else store.getState().select([id])
  }
  const free = data.free === '' ? [] : data.free.split('\n')
  return (
    <foreignObject
      {...node.position}
      width={node.width}
      height={node.height}
      className="overflow-visible"
    >
      <div className="relative size-full">
        <div
          role="button"
          tabIndex={0}
          aria-label={node.ariaLabel}
          aria-pressed={selected}
          aria-roledescription="step"
          data-step={id}
          className={cn(
            boxClass,
            borderOf({ selected, errors: data.errors }),
            data.inside !== '' && stackClass,
          )}
          onClick={() => store.getState().select([id])}
          onKeyDown={onKeyDown}
        >
          <div style={nearOnly}>
            <BoxHead {...data} />
            {data.branches === '' ? null : <BranchNames branches={data.branchLabels.split('\n')} />}
          </div>
          <div className={farClass} style={farOnly}>
            <FarTitle {...data} distance="middle" />
          </div>
        </div>
        <span aria-hidden className={cn(dotClass, '-top-1.5 left-1/2')} />
        {[...ends(data)].map(([handle, share]) => (
          <span key={handle} aria-hidden>
            <span className={cn(dotClass, '-bottom-1.5')} style={{ left: `${share * 100}%` }} />
            {free.includes(handle) ? (
              <span
                className={cn('canvas-end', data.branches === '' ? '' : 'canvas-branch-end')}
                style={{ left: `${share * 100}%`, ...nearEnd }}
              />
            ) : null}
          </span>
        ))}
      </div>
    </foreignObject>
  )
}

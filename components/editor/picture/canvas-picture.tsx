import { RepeatIcon } from 'lucide-react'
import { saidOfStart, useGraph } from '../canvas/use-graph.ts'
import { manySteps } from '../canvas/use-far-tier.ts'
import type { CanvasProps } from '../canvas/canvas.tsx'
import { EmptyCanvas } from '../drawing/empty-canvas.tsx'
import { frameClass, frameNameClass } from '../drawing/frame-look.ts'
import type { StepNode } from '../graph-adapter.ts'
import { EntryCard } from '../start/entry-card.tsx'
import { entryCategory } from '../start/start-box.ts'
import { SmallStartCard } from '../start/start-card.tsx'
import { useStartBox } from '../start/use-start-box.ts'
import { NoteCard } from '../notes/note-card.tsx'
import { noteOfBox } from '../notes/note-nodes.ts'
import { useEditor } from '../store-context.ts'
import { GroupFrames, GroupNames, PictureGroup } from './picture-groups.tsx'
import { FarPicture } from './far-picture.tsx'
import { OverviewPicture } from './overview-picture.tsx'
import { aroundCentre, fitOf } from './picture-fit.ts'
import { Arrows, PictureLine, PictureLineName } from './picture-lines.tsx'
import { PictureStep } from './picture-step.tsx'
import { ViewButtons, type Wish } from './view-buttons.tsx'

const reach = 20_000
const gap = 24

/** The ground of dots. */
function Dots() {
  return (
    <>
      <pattern
        id="dots-of-canvas"
        x={-gap / 2 - 1}
        y={-gap / 2 - 1}
        width={gap}
        height={gap}
        patternUnits="userSpaceOnUse"
      >
        <circle cx={0.5} cy={0.5} r={0.5} fill="var(--border)" />
      </pattern>
      <rect
        x={-reach}
        y={-reach}
        width={2 * reach}
        height={2 * reach}
        fill="url(#dots-of-canvas)"
      />
    </>
  )
}

function Frames({ loops }: Pick<ReturnType<typeof useGraph>, 'loops'>) {
  return loops.map(({ id, title, ...place }) => (
    <foreignObject key={id} aria-hidden {...place}>
      <div className={frameClass} style={{ width: place.width, height: place.height }}>
        <span className={frameNameClass}>
          <RepeatIcon className="size-3 shrink-0" />{' '}
          <span className="truncate">Repeated by {title}</span>
        </span>
      </div>
    </foreignObject>
  ))
}

function Notes({ nodes }: { nodes: readonly StepNode[] }) {
  const notes = useEditor((state) => state.definition.notes)
  return nodes.map(({ id, position, width, height }) => {
    const note = notes?.[noteOfBox(id) ?? '']
    return note ? (
      <foreignObject key={id} {...position} width={width} height={height}>
        <NoteCard note={note} />
      </foreignObject>
    ) : null
  })
}

function NearPicture({ nodes, edges }: Pick<ReturnType<typeof useGraph>, 'nodes' | 'edges'>) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return (
    <>
      <Arrows edges={edges} />
      {edges.map((edge) => (
        <PictureLine key={edge.id} edge={edge} nodes={byId} />
      ))}
      {edges.map((edge) => (
        <PictureLineName key={edge.id} edge={edge} nodes={byId} />
      ))}
      <GroupNames nodes={nodes} />
      {nodes.map((node) => {
        if (node.type === 'step') return <PictureStep key={node.id} node={node} />
        return node.type === 'groupBox' ? <PictureGroup key={node.id} node={node} /> : null
      })}
    </>
  )
}

type Props = CanvasProps & { onWish(wish: Wish): void }

/**
 * The canvas as the server draws it: the same places, curves and size as React Flow's first view,
 * which takes its place when it is loaded.
 */
export function CanvasPicture({ label = 'Canvas', centre, onWish, ...said }: Props) {
  const graph = useGraph(said)
  const start = useStartBox(graph.boxes)
  const nodes = [...start.nodes, ...graph.nodes]
  const edges = [...saidOfStart(start.edges, said.lines), ...graph.edges]
  const canEdit = useEditor((state) => state.readOnly === undefined)
  const isLarge = graph.boxes.length > manySteps && centre === undefined
  const near =
    centre === undefined || nodes.length <= manySteps ? nodes : aroundCentre(nodes, centre)
  return (
    <div
      role="region"
      aria-label={label}
      data-canvas-picture
      data-editable={canEdit}
      className="relative size-full overflow-hidden bg-background select-none"
    >
      <div className="canvas-picture @container-[size] relative size-full overflow-hidden">
        <svg
          {...fitOf(nodes, centre)}
          className="absolute top-1/2 left-1/2 -translate-1/2 overflow-visible"
        >
          {isLarge ? null : <Dots />}
          {isLarge ? null : <GroupFrames nodes={nodes} />}
          {isLarge ? null : <Notes nodes={nodes} />}
          {isLarge ? null : <Frames loops={graph.loops} />}
          {isLarge ? (
            <FarPicture nodes={nodes} edges={edges} loops={graph.loops} />
          ) : (
            <NearPicture nodes={near} edges={edges} />
          )}
          {start.nodes.map((box) => (
            <foreignObject key={box.id} {...box.position} width={box.width} height={box.height}>
              {/* Nobody knows yet at which size: its lines may be too small to be hit. */}
              {box.data.category === entryCategory ? (
                <EntryCard title={box.data.title} />
              ) : (
                <SmallStartCard onPress={() => onWish('start')} />
              )}
            </foreignObject>
          ))}
        </svg>
      </div>
      <EmptyCanvas />
      <ViewButtons onWish={onWish} />
      {nodes.length > 3 ? <OverviewPicture nodes={nodes} /> : null}
    </div>
  )
}

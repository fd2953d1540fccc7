import type { StepNode } from '../graph-adapter.ts'
import { toggleGroup } from '../groups/group-acts.ts'
import { GroupCard } from '../groups/group-card.tsx'
import { GroupFrameLook, GroupNameLook } from '../groups/group-look-at.tsx'
import { groupOfBox } from '../levels/shown-graph.ts'
import { useEditorStore } from '../store-context.ts'

type Props = { nodes: readonly StepNode[] }

const framesOf = (nodes: readonly StepNode[]) => nodes.filter(({ type }) => type === 'groupFrame')

/** The frames of groups in the picture, below the lines. */
export function GroupFrames({ nodes }: Props) {
  return framesOf(nodes).map(({ id, position, width, height, data }) => (
    <foreignObject key={id} {...position} width={width} height={height}>
      <GroupFrameLook colour={data.category} />
    </foreignObject>
  ))
}

/** The names of groups in the picture, over the lines. */
export function GroupNames({ nodes }: Props) {
  return framesOf(nodes).map(({ id, position, width, height, data }) => (
    <foreignObject
      key={id}
      data-group-name
      {...position}
      width={width}
      height={height}
      className="pointer-events-none"
    >
      <GroupNameLook name={data.title} colour={data.category} />
    </foreignObject>
  ))
}

/** A collapsed group of the picture: a press expands it. */
export function PictureGroup({ node }: { node: StepNode }) {
  const store = useEditorStore()
  return (
    <foreignObject
      {...node.position}
      width={node.width}
      height={node.height}
      className="overflow-visible"
    >
      <button
        type="button"
        aria-label={node.ariaLabel}
        className="size-full cursor-pointer rounded-lg outline-none focus-visible:ring-2 focus-visible:ring-ring"
        onClick={() => toggleGroup(store, groupOfBox(node.id) ?? '')}
      >
        <GroupCard data={node.data} far={false} />
      </button>
    </foreignObject>
  )
}

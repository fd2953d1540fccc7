import type { StepNode } from '../graph-adapter.ts'
import { toggleGroup } from '../groups/group-acts.ts'
import { GroupCard } from '../groups/group-card.tsx'
import { GroupLook } from '../groups/group-look-at.tsx'
import { groupOfBox } from '../levels/shown-graph.ts'
import { useEditorStore } from '../store-context.ts'

/** The frames of groups in the picture. */
export function GroupFrames({ nodes }: { nodes: readonly StepNode[] }) {
  return nodes
    .filter(({ type }) => type === 'groupFrame')
    .map(({ id, position, width, height, data }) => (
      <foreignObject key={id} {...position} width={width} height={height}>
        <GroupLook name={data.title} colour={data.category} />
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

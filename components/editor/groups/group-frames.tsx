import { ViewportPortal, type Node } from '@xyflow/react'
import type { Definition } from '#lib/domain/workflow/definition'
import { groupFrames } from './group-geometry.ts'
import { GroupLook } from './group-look-at.tsx'

type Props = {
  definition: Definition
  nodes: Pick<Node, 'id' | 'position' | 'width' | 'height'>[]
}

/** The frames of groups in a drawing to look at, behind its steps. */
export function GroupFrames({ definition, nodes }: Props) {
  return (
    <ViewportPortal>
      {groupFrames(definition, nodes).map(({ id, name, colour, x, y, width, height }) => (
        <div
          key={id}
          data-group={id}
          className="pointer-events-none absolute"
          style={{ transform: `translate(${x}px, ${y}px)`, width, height, zIndex: -2 }}
        >
          <GroupLook name={name} colour={colour} />
        </div>
      ))}
    </ViewportPortal>
  )
}

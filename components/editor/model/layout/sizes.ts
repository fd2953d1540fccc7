/**
 * Sizes of the canvas in its own pixels. Given to React Flow, so that it never has to measure 1,000
 * boxes.
 */
export const nodeWidth = 232
export const nodeHeight = 64
/**
 * Height of the row of branch names at the foot of a branching step, and the least width of one of
 * them.
 */
export const branchHeight = 26
const branchWidth = 76
/** Room between boxes: sideways and downwards. */
export const gap = { x: 40, y: 56 }

export const widthOf = (branches: number): number => Math.max(nodeWidth, branches * branchWidth)
export const heightOf = (branches: number): number => nodeHeight + (branches > 0 ? branchHeight : 0)

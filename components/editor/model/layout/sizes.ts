/** Sizes in pixels of the canvas. React Flow gets them and need not measure 1,000 boxes. */
export const nodeWidth = 232
export const nodeHeight = 64
/** Height of the row of branch names at the foot of a branching step. */
export const branchHeight = 26
/** Min width of a branch name. */
const branchWidth = 76
/** Space between boxes: sideways and downwards. */
export const gap = { x: 40, y: 56 }

/** The width of the box of a step with this number of branches. */
export const widthOf = (branches: number): number => Math.max(nodeWidth, branches * branchWidth)
/** The height of the box of a step with this number of branches. */
export const heightOf = (branches: number): number => nodeHeight + (branches > 0 ? branchHeight : 0)

/** The middle of a branch's part of the box, as a share of the width of the box. */
export const branchShare = (index: number, count: number): number => (index + 0.5) / count

/** The space between the frame of a loop and its steps. */
export const frameSpace = { top: 24, side: 20, bottom: 36 }

/**
 * The space between the frame of a group and its steps; above them stands its name. Whole steps of
 * the canvas' grid, so that a dragged frame leaves its steps on it.
 */
export const groupSpace = { side: 24, top: 48, bottom: 24 }

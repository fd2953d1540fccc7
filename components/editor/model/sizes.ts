/** Sizes of the canvas in its own pixels. Given to React Flow, so that it never has to measure 1,000 boxes. */
export const nodeWidth = 232
export const nodeHeight = 64
/** Height of one named branch inside a step's box. */
export const branchHeight = 24
/** Room between boxes: sideways, up and down, and from one row to the next. */
export const gap = { x: 88, y: 40, step: 104 }

export const heightOf = (branches: number): number => nodeHeight + (branches > 0 ? branches * branchHeight + 6 : 0)

export const zooms = { least: 0.05, most: 1.75 }
/** From this zoom all that a box says can be read. */
export const readableZoom = 0.75
/** The room around the steps where all of them are shown, as a share of their size. */
export const fitPadding = 0.2
/** The room at the edge where only a part of the steps is shown, in pixels. */
export const edgeRoom = 24

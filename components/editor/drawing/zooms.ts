export const zooms = { least: 0.05, most: 1.75 }
/** The room around the steps where all of them are shown, as a share of their size. */
export const fitPadding = 0.2

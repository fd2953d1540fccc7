import { ownCell } from '#lib/cells/own-cell'

/** Whether organizations live in several clusters, so that somebody may have several accounts. */
export const isOneOfCells = (): boolean => ownCell() !== undefined

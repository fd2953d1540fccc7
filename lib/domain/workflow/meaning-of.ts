import type { Definition } from './definition.ts'

/**
 * What a definition does, without what only people see on the canvas: where steps stand, groups and
 * notes. Two definitions with the same meaning run alike and are described alike.
 */
export const meaningOf = ({ startData, steps, settings }: Definition): Definition => ({
  startData,
  steps: steps.map(({ position: _position, group: _group, ...step }) => step),
  settings,
})

import type { CSSProperties } from 'react'
import { nodeHeight, nodeWidth, type GraphNode } from './run-graph-model.ts'

/** The room around the steps, by their size together. */
export const padding = 0.08
/** With it on both sides they must be readable. */
export const margin = 1 + 2 * padding
/** Below it titles of steps are too small to read. */
export const readableZoom = 0.75

/** How wide or high the picture is: as its place, but readable and not larger than life. */
const sizeBy = (place: string, life: number): string => {
  const least = life * readableZoom
  return `max(${least}px, min(${place}, ${life}px - var(--crowded) * ${life - least}))`
}

/** 1px where a place is too small for the steps, else 0px. */
const crowdedBy = (place: string, steps: number): string =>
  `clamp(0px, (${steps * margin * readableZoom}px - ${place}) * 10000, 1px)`

/**
 * The view of the picture and its place, as React Flow has them (`useFitToPlace`): all steps, or,
 * where they would be too small to read, `centre` in the middle. The server knows no sizes, so the
 * browser's style computes them, by its container.
 */
export function fitOf(nodes: GraphNode[], centre: string | null) {
  const xs = nodes.map(({ x }) => x)
  const ys = nodes.map(({ y }) => y)
  const wide = Math.max(...xs) + nodeWidth - Math.min(...xs)
  const high = Math.max(...ys) + nodeHeight - Math.min(...ys)
  const middle = { x: Math.min(...xs) + wide / 2, y: Math.min(...ys) + high / 2 }
  const width = wide * (1 + padding)
  const height = high * (1 + padding)
  const node = nodes.find(({ id }) => id === centre) ?? nodes[0]
  const off = {
    x: node ? (middle.x - node.x - nodeWidth / 2) * readableZoom : 0,
    y: node ? (middle.y - node.y - nodeHeight / 2) * readableZoom : 0,
  }
  const style = {
    '--crowded': `max(${crowdedBy('100cqw', wide)}, ${crowdedBy('100cqh', high)})`,
    width: sizeBy('100cqw', width),
    height: sizeBy('100cqh', height),
    translate: ['x', 'y']
      .map((axis) => `calc(-50% + var(--crowded) * ${off[axis as 'x' | 'y']})`)
      .join(' '),
  } as CSSProperties
  return {
    viewBox: [middle.x - width / 2, middle.y - height / 2, width, height].join(' '),
    style,
  }
}

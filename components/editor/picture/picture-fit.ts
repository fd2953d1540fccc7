import type { CSSProperties } from 'react'
import { boundsOf } from '../canvas/bounds.ts'
import { edgeRoom, fitPadding, readableZoom, zooms } from '../drawing/zooms.ts'
import { middleZoom, nearZoom } from '../drawing/step-card.tsx'
import type { StepNode } from '../graph-adapter.ts'

/** 1px where the place is large enough for this zoom, else 0px. */
const reaches = (zoom: number, width: number, height: number): string =>
  `clamp(0px, min(100cqw - ${width * zoom}px, 100cqh - ${height * zoom}px) * 10000, 1px)`

const sizeOf = (life: number): string => `clamp(${life * zooms.least}px, 100%, ${life}px)`

/**
 * The view of the picture as the canvas first has it: all steps, not larger than life. The server
 * does not know the size of the place, so the browser's style computes it, and from how far the
 * steps are seen: `--near` and `--far` are 1px or 0px, as is `--farthest`.
 */
export function fitOf(nodes: readonly StepNode[], centre?: string | null) {
  if (centre !== undefined) return readableFit(nodes, centre)
  const bounds = boundsOf(nodes)
  const width = Math.max(1, bounds.width) * (1 + fitPadding)
  const height = Math.max(1, bounds.height) * (1 + fitPadding)
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
  const style = {
    '--near': reaches(nearZoom, width, height),
    '--far': 'calc(1px - var(--near))',
    '--farthest': `calc(1px - ${reaches(middleZoom, width, height)})`,
    width: sizeOf(width),
    height: sizeOf(height),
  } as CSSProperties
  return {
    viewBox: [middle.x - width / 2, middle.y - height / 2, width, height].join(' '),
    style,
  }
}

/** How wide or high the picture is: as its place, but readable and not larger than life. */
const readableSize = (place: string, life: number): string => {
  const least = life * readableZoom
  return `max(${least}px, min(${place}, ${life}px - var(--crowded) * ${life - least}))`
}

/** How far the picture moves, where it is crowded, without showing anything beyond the steps. */
const moved = (place: string, size: number, off: number): string => {
  const reach = `max(0px, ${(size * readableZoom) / 2 + edgeRoom}px - ${place} / 2)`
  return `calc(clamp(-1 * ${reach}, var(--crowded) * ${off}, ${reach}) - 50%)`
}

/** All steps, or, where they would be too small to read, `centre` in the middle. */
function readableFit(nodes: readonly StepNode[], centre: string | null) {
  const bounds = boundsOf(nodes)
  const width = Math.max(1, bounds.width) * (1 + fitPadding)
  const height = Math.max(1, bounds.height) * (1 + fitPadding)
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
  const node = nodes.find(({ id }) => id === centre) ?? nodes[0]
  const off = node
    ? {
        x: (middle.x - node.position.x - (node.width ?? 0) / 2) * readableZoom,
        y: (middle.y - node.position.y - (node.height ?? 0) / 2) * readableZoom,
      }
    : { x: 0, y: 0 }
  const style = {
    '--near': '1px',
    '--far': '0px',
    '--farthest': '0px',
    '--crowded': `calc(1px - ${reaches(readableZoom, width, height)})`,
    width: readableSize('100cqw', width),
    height: readableSize('100cqh', height),
    translate: `${moved('100cqw', bounds.width, off.x)} ${moved('100cqh', bounds.height, off.y)}`,
  } as CSSProperties
  return {
    viewBox: [middle.x - width / 2, middle.y - height / 2, width, height].join(' '),
    style,
  }
}

/** What of a large picture is around the step in its middle: nobody sees the rest. */
export function aroundCentre(nodes: readonly StepNode[], centre: string | null): StepNode[] {
  const node = nodes.find(({ id }) => id === centre) ?? nodes[0]
  const reach = 1600
  return nodes.filter(
    ({ position }) =>
      Math.abs(position.x - (node?.position.x ?? 0)) < reach &&
      Math.abs(position.y - (node?.position.y ?? 0)) < reach,
  )
}

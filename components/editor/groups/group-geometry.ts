import { groupSpace } from '../model/layout/sizes.ts'

type Point = { x: number; y: number }
type Area = Point & { width: number; height: number }
type Box = {
  position: Point
  width?: number | undefined
  height?: number | undefined
}

/** The frame around boxes. */
export function frameAround(boxes: readonly Box[]): Area {
  const lefts = boxes.map(({ position }) => position.x)
  const tops = boxes.map(({ position }) => position.y)
  const left = Math.min(...lefts) - groupSpace.side
  const top = Math.min(...tops) - groupSpace.top
  const right = Math.max(...boxes.map(({ position, width = 0 }) => position.x + width))
  const bottom = Math.max(...boxes.map(({ position, height = 0 }) => position.y + height))
  return {
    x: left,
    y: top,
    width: right + groupSpace.side - left,
    height: bottom + groupSpace.bottom - top,
  }
}

import { describe, expect, it } from 'vitest'
import type { Step } from '#lib/domain/workflow/definition'
import { createLoopFrames, loopFrames } from './loop-frames.ts'

const step = (id: string, type: string, after: Step['after']): Step => ({
  id,
  type,
  title: id.toUpperCase(),
  after,
  config: {},
})
const box = (id: string, x: number, y: number) => ({
  id,
  position: { x, y },
  width: 200,
  height: 60,
})

describe('frames of loops', () => {
  it('are none without a loop, and none around a body without steps', () => {
    expect(loopFrames([step('a', 'transform', [])], [box('a', 0, 0)])).toEqual([])
    expect(loopFrames([step('loop', 'for-each', [])], [box('loop', 0, 0)])).toEqual([])
  })

  it('hold the frame of a group within, and not one that goes on outside', () => {
    const steps = [
      step('loop', 'for-each', []),
      { ...step('in', 'transform', [{ step: 'loop', via: 'each' }]), group: 'g' },
      { ...step('out', 'transform', [{ step: 'loop', via: 'done' }]), group: 'other' },
    ]
    const boxes = [box('loop', 0, 0), box('in', 0, 150), box('out', 300, 150)]
    const frame = { id: '@frame:g', position: { x: -24, y: 102 }, width: 248, height: 132 }
    const other = { ...frame, id: '@frame:other', position: { x: 276, y: 102 } }
    const [around] = loopFrames(steps, [...boxes, frame, other])
    expect(around?.x).toBeLessThan(-24)
    expect(around?.y).toBeLessThan(102)
    expect((around?.x ?? 0) + (around?.width ?? 0)).toBeGreaterThan(224)
    expect((around?.x ?? 0) + (around?.width ?? 0)).toBeLessThan(276)
    expect((around?.y ?? 0) + (around?.height ?? 0)).toBeGreaterThan(234)
    const across = steps.map((one) => ({ ...one, group: 'g' }))
    expect(loopFrames(across, [...boxes, frame])).toEqual(loopFrames(steps, boxes))
  })

  it('hold the body and neither the loop nor what follows when it is done', () => {
    const steps = [
      step('loop', 'for-each', []),
      step('in', 'transform', [{ step: 'loop', via: 'each' }]),
      step('out', 'transform', [{ step: 'loop', via: 'done' }]),
    ]
    const [frame, ...others] = loopFrames(steps, [
      box('loop', 0, 0),
      box('in', 0, 150),
      box('out', 300, 150),
    ])
    expect(others).toEqual([])
    expect(frame).toMatchObject({ id: 'loop', title: 'LOOP' })
    if (!frame) return
    expect(frame.y).toBeGreaterThan(60)
    expect(frame.y + frame.height).toBeGreaterThan(210)
    expect(frame.x + frame.width).toBeLessThan(300)
  })

  it('leave room for a loop inside a loop, the outer one first', () => {
    const steps = [
      step('outer', 'while', []),
      step('inner', 'for-each', [{ step: 'outer', via: 'each' }]),
      step('deep', 'transform', [{ step: 'inner', via: 'each' }]),
    ]
    const [outer, inner] = loopFrames(steps, [
      box('outer', 0, 0),
      box('inner', 0, 150),
      box('deep', 0, 300),
    ])
    expect([outer?.id, inner?.id]).toEqual(['outer', 'inner'])
    if (!outer || !inner) return
    expect(outer.x).toBeLessThan(inner.x)
    expect(outer.y + outer.height).toBeGreaterThan(inner.y + inner.height)
  })

  it('stay finite while a draft has a circle', () => {
    const steps = [
      step('loop', 'for-each', [{ step: 'in' }]),
      step('in', 'transform', [{ step: 'loop', via: 'each' }]),
    ]
    expect(loopFrames(steps, [box('loop', 0, 0), box('in', 0, 150)])).toHaveLength(1)
  })

  it('stay the same until a box moves', () => {
    const steps = [
      step('loop', 'for-each', []),
      step('in', 'transform', [{ step: 'loop', via: 'each' }]),
    ]
    const draw = createLoopFrames()
    const first = draw(steps, [box('loop', 0, 0), box('in', 0, 150)])
    expect(draw(steps, [box('loop', 0, 0), box('in', 0, 150)])).toBe(first)
    const moved = draw(steps, [box('loop', 0, 0), box('in', 8, 150)])
    expect(moved).not.toBe(first)
    expect(moved).toEqual(loopFrames(steps, [box('loop', 0, 0), box('in', 8, 150)]))
  })
})

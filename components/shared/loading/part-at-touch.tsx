'use client'

import {
  createElement,
  isValidElement,
  lazy,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { firstTouch } from './first-touch.ts'
import { Listening } from './listening.tsx'
import { loadCode } from './load-code.ts'
import { Loading } from './loading.tsx'

/** What is drawn: functions and elements are made anew by each drawing and say nothing. */
const drawnValues = (props: object): unknown[] =>
  Object.values(props).filter((value) => typeof value !== 'function' && !isValidElement(value))

const isSame = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length &&
  one.every((value, index) => Object.is(value, other[index]) || isEqual(value, other[index]))

/** Whether two objects say the same, such as the filters of a list that is drawn again. */
const isEqual = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other)

/** Opened by the first touch, or by a part that must be drawn here. */
function newGate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

type Drawn<Props> = { props: Props; onThere(): void }

/**
 * A part of a page that the server draws and whose code is loaded when the person first moves,
 * touches or presses something, or when the page is at rest: before, it is only looked at. What they click before the code is
 * here happens then (`Listening`, whose scope is the element around the part), and what they type
 * stays. When its values change, or the server did not draw it, the code is loaded at once.
 *
 * Ages in it go on when its code is here (`usePageNow`). Call it outside of components.
 */
export function partAtTouch<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Skeleton className="h-64 w-full" />,
): ComponentType<Props> {
  const gate = newGate()
  const Code = lazy(async () => {
    if (typeof window !== 'undefined') await Promise.race([firstTouch(), gate.opened])
    const part = await loadCode(load)
    function PartThere({ props, onThere }: Drawn<Props>) {
      useLayoutEffect(onThere, [onThere])
      return (
        <>
          {createElement(part, props)}
          <Listening until="touch" />
        </>
      )
    }
    return { default: memo(PartThere) }
  })
  /** Only a browser that draws the part itself comes here. */
  function Waiting() {
    useEffect(() => gate.open(), [])
    return <Loading label="Loading">{waiting}</Loading>
  }
  return function PartAtTouch(props: Props) {
    const [first] = useState(props)
    const [isThere, setThere] = useState(false)
    const shown = isThere ? props : first
    const isOld = !isThere && !isSame(drawnValues(first), drawnValues(props))
    useEffect(() => {
      if (isOld) gate.open()
    }, [isOld])
    // One element until the code is here: React would throw away what the server drew, and what was
    // typed there, if it had to draw the part again before.
    return useMemo(
      () => (
        <Suspense fallback={<Waiting />}>
          <Code props={shown} onThere={() => setThere(true)} />
        </Suspense>
      ),
      [shown],
    )
  }
}

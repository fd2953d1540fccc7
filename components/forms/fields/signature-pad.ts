import { inEnglish } from '#lib/domain/form/texts/in-language'

export type Point = { x: number; y: number }
/** The lines that were drawn, each from one touch to its end. */
export type Strokes = Point[][]

/** The size of the stored picture; the pad on the page has the same proportions. */
export const padWidth = 600
export const padHeight = 200

/** Draws the strokes in dark ink on white, whatever the theme of the page. */
export function paint(canvas: HTMLCanvasElement, strokes: Strokes): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, padWidth, padHeight)
  pen.strokeStyle = '#111827'
  pen.fillStyle = '#111827'
  pen.lineWidth = 3
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const stroke of strokes) {
    const [first, ...others] = stroke
    if (!first) continue
    pen.beginPath()
    if (others.length === 0) pen.arc(first.x, first.y, 2, 0, 2 * Math.PI)
    pen.moveTo(first.x, first.y)
    for (const [index, point] of others.entries()) {
      const next = others[index + 1]
      // Through the middles of the points: a pointer reports few, and corners look clumsy.
      const end = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : point
      pen.quadraticCurveTo(point.x, point.y, end.x, end.y)
    }
    if (others.length === 0) pen.fill()
    else pen.stroke()
  }
}

/** The picture as a PNG file. */
export const pictureOf = async (canvas: HTMLCanvasElement): Promise<File> =>
  await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'signature.png', { type: 'image/png' }))
      else reject(new Error(inEnglish.text('sign.no canvas')))
    }, 'image/png')
  })

/** A long line, not a dot by accident. */
export function isDrawing(strokes: Strokes): boolean {
  const points = strokes.flat()
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return (
    points.length > 4 && Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) > 30
  )
}

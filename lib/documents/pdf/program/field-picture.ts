import {
  PDFArray,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames as Ops,
  type PDFDocument,
  type PDFEmbeddedPage,
  type PDFWidgetAnnotation,
} from '@pdfme/pdf-lib'

/** The size of a field as it is read: a field may be turned by quarters. Points. */
export function frameOf(widget: PDFWidgetAnnotation) {
  const { width: wide, height: high } = widget.getRectangle()
  const across = Math.max(1, Math.abs(wide))
  const up = Math.max(1, Math.abs(high))
  const turned = (((widget.getAppearanceCharacteristics()?.getRotation() ?? 0) % 360) + 360) % 360
  const isTurned = turned === 90 || turned === 270
  return { width: isTurned ? up : across, height: isTurned ? across : up, turned, across, up }
}

/** The matrix that turns a field's picture into its rectangle. */
function matrixOf({ turned, across, up }: ReturnType<typeof frameOf>): number[] {
  if (turned === 90) return [0, 1, -1, 0, across, 0]
  if (turned === 180) return [-1, 0, 0, -1, across, up]
  if (turned === 270) return [0, -1, 1, 0, 0, up]
  return [1, 0, 0, 1, 0, 0]
}

const numbersOf = (value: unknown): number[] =>
  value instanceof PDFArray
    ? value.asArray().flatMap((each) => (each instanceof PDFNumber ? each.asNumber() : []))
    : []

const fills: Record<number, Ops> = {
  1: Ops.NonStrokingColorGray,
  3: Ops.NonStrokingColorRgb,
  4: Ops.NonStrokingColorCmyk,
}
const strokes: Record<number, Ops> = {
  1: Ops.StrokingColorGray,
  3: Ops.StrokingColorRgb,
  4: Ops.StrokingColorCmyk,
}

/** The colour and the border that the field has of its own. */
function background(widget: PDFWidgetAnnotation, width: number, height: number): PDFOperator[] {
  const look = widget.MK()
  const number = (value: number) => PDFNumber.of(value)
  const fill = numbersOf(look?.lookup(PDFName.of('BG')))
  const border = numbersOf(look?.lookup(PDFName.of('BC')))
  const thick = widget.getBorderStyle()?.getWidth() ?? 1
  const operators: PDFOperator[] = []
  const rectangle = (inset: number) =>
    PDFOperator.of(Ops.AppendRectangle, [
      number(inset),
      number(inset),
      number(width - 2 * inset),
      number(height - 2 * inset),
    ])
  const fillBy = fills[fill.length]
  const strokeBy = strokes[border.length]
  if (fillBy)
    operators.push(
      PDFOperator.of(fillBy, fill.map(number)),
      rectangle(0),
      PDFOperator.of(Ops.FillNonZero),
    )
  if (strokeBy && thick > 0)
    operators.push(
      PDFOperator.of(strokeBy, border.map(number)),
      PDFOperator.of(Ops.SetLineWidth, [number(thick)]),
      rectangle(thick / 2),
      PDFOperator.of(Ops.StrokePath),
    )
  return operators
}

/** Makes a drawn text the appearance of a field, before its own background. */
export function pictureInField(
  document: PDFDocument,
  widget: PDFWidgetAnnotation,
  picture: PDFEmbeddedPage,
): void {
  const frame = frameOf(widget)
  const { width, height } = frame
  const name = 'Text'
  const operators = [
    PDFOperator.of(Ops.PushGraphicsState),
    ...background(widget, width, height),
    PDFOperator.of(Ops.PopGraphicsState),
    PDFOperator.of(Ops.BeginMarkedContent, [PDFName.of('Tx')]),
    PDFOperator.of(Ops.PushGraphicsState),
    PDFOperator.of(Ops.DrawObject, [PDFName.of(name)]),
    PDFOperator.of(Ops.PopGraphicsState),
    PDFOperator.of(Ops.EndMarkedContent),
  ]
  const stream = document.context.formXObject(operators, {
    BBox: [0, 0, width, height],
    Matrix: matrixOf(frame),
    Resources: { XObject: { [name]: picture.ref } },
  })
  widget.setNormalAppearance(document.context.register(stream))
  widget.removeRolloverAppearance()
  widget.removeDownAppearance()
}

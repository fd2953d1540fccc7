import { createHash } from 'node:crypto'
import type PizZip from 'pizzip'
import type Docxtemplater from 'docxtemplater'
import { checkPicture, type Picture } from '../../check-picture.ts'
import { refuse } from './refused.ts'

/** English Metric Units in a pixel at 96 dpi (ECMA-376 20.1.2.1). */
const perPixel = 9525
/** A picture is shown at most this large: 6 by 8 inches. */
const maxWidth = 6 * 914_400
const maxHeight = 8 * 914_400

type Placed = { picture: Picture; file: string; relation: string; media: string }

/** The picture of a data address, which the service made of a file of the run. */
function pictureIn(value: unknown): Picture | undefined {
  const data =
    typeof value === 'string' ? /^data:image\/\w+;base64,(.*)$/s.exec(value)?.[1] : undefined
  return data === undefined ? undefined : checkPicture(Buffer.from(data, 'base64'))
}

const escaped = (text: string) =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`).slice(0, 200)

function drawing({ picture, relation }: Placed, number: number, name: string): string {
  const scale = Math.min(
    1,
    maxWidth / (picture.width * perPixel),
    maxHeight / (picture.height * perPixel),
  )
  const width = Math.max(1, Math.round(picture.width * perPixel * scale))
  const height = Math.max(1, Math.round(picture.height * perPixel * scale))
  const size = `cx="${width}" cy="${height}"`
  const described = `id="${1_000_000 + number}" name="${escaped(name)}" descr="${escaped(name)}"`
  const namespace = 'http://schemas.openxmlformats.org/drawingml/2006'
  return (
    `<w:drawing><wp:inline xmlns:wp="${namespace}/wordprocessingDrawing" ` +
    `distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${described}/>` +
    `<a:graphic xmlns:a="${namespace}/main"><a:graphicData uri="${namespace}/picture">` +
    `<pic:pic xmlns:pic="${namespace}/picture"><pic:nvPicPr><pic:cNvPr ${described}/>` +
    '<pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>' +
    '<a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
    `r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>` +
    `<a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData>' +
    '</a:graphic></wp:inline></w:drawing>'
  )
}

/** Puts pictures where a template has `{%name}`. */
export class Pictures {
  readonly name = 'RoundsPictures'
  readonly #placed: Placed[] = []

  matchers = (): [string, string, object][] => [['%', 'rounds/picture', {}]]

  render(
    part: Docxtemplater.DXT.Part,
    options: Docxtemplater.DXT.RenderOptions,
  ): Docxtemplater.DXT.Rendered | null {
    if (part.module !== 'rounds/picture') return null
    const value: unknown = options.scopeManager.getValue(part.value, { part } as never)
    if (value === undefined || value === null || value === '') return { value: '', errors: [] }
    const picture = pictureIn(value)
    if (!picture)
      return refuse(`at {%${part.value}}`, 'This is no picture. Give a file that is PNG or JPEG.')
    const number = this.#placed.length + 1
    const ending = picture.mimeType === 'image/png' ? 'png' : 'jpg'
    const digest = createHash('sha256').update(picture.content).digest('hex').slice(0, 20)
    const placed = {
      picture,
      file: options.filePath,
      relation: `rIdRounds${number}`,
      media: `rounds-${digest}.${ending}`,
    }
    this.#placed.push(placed)
    // The placeholder stands in a text of a run; a picture stands beside texts.
    const xml = drawing(placed, number, part.value)
    return { value: `</w:t>${xml}<w:t xml:space="preserve">`, errors: [] }
  }

  /** Adds the pictures themselves to the filled document. */
  addTo(zip: PizZip): void {
    for (const { picture, file, relation, media } of this.#placed) {
      zip.file(`word/media/${media}`, picture.content, { binary: true, createFolders: false })
      const [, name = ''] = /^word\/(.+)$/.exec(file) ?? []
      const relations = `word/_rels/${name}.rels`
      const line =
        `<Relationship Id="${relation}" Target="media/${media}" Type="http://schemas.` +
        'openxmlformats.org/officeDocument/2006/relationships/image"/>'
      const before =
        zip.file(relations)?.asText() ??
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns=' +
          '"http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
      const after = before.includes('</Relationships>')
        ? before.replace('</Relationships>', `${line}</Relationships>`)
        : before.replace(/<Relationships([^>]*)\/>/, `<Relationships$1>${line}</Relationships>`)
      zip.file(relations, after, { createFolders: false })
    }
    if (this.#placed.length > 0) this.#declare(zip)
  }

  #declare(zip: PizZip): void {
    const name = '[Content_Types].xml'
    let types = zip.file(name)?.asText() ?? ''
    for (const [ending, type] of [
      ['png', 'image/png'],
      ['jpg', 'image/jpeg'],
    ] as const)
      if (!new RegExp(`Extension="${ending}"`, 'i').test(types))
        types = types.replace(
          /(<Types[^>]*>)/,
          `$1<Default Extension="${ending}" ContentType="${type}"/>`,
        )
    zip.file(name, types, { createFolders: false })
  }
}

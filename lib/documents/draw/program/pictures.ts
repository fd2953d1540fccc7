import { checkPicture } from '../../check-picture.ts'
import { refuse } from './refused.ts'

const maxPictures = 200
const maxPixels = 25_000_000
/** CSS pixels are 1/96 inch, points 1/72. */
const pointsPerPixel = 0.75

/** The pictures of a document, under the names by which the layout engine finds them. */
export class Pictures {
  readonly files = new Map<string, Buffer>()
  readonly #names = new Map<string, { name: string; width: number }>()

  /**
   * Takes a picture that is given as data.
   * @returns its name, and its width in points at 96 pixels an inch
   */
  add(source: string | undefined): { name: string; width: number } {
    const known = this.#names.get(source ?? '')
    if (known) return known
    const [, data] = /^data:image\/(?:png|jpeg|jpg);base64,(.+)$/is.exec(source ?? '') ?? []
    if (source === undefined || data === undefined)
      return refuse(
        'A picture is given as data (src="data:image/png;base64,…"), as PNG or JPEG. ' +
          'Pictures elsewhere are not fetched.',
      )
    const picture = checkPicture(Buffer.from(data, 'base64'))
    if (!picture) return refuse('A picture is damaged, or neither PNG nor JPEG.')
    if (picture.width * picture.height > maxPixels || picture.width * picture.height === 0)
      return refuse('A picture may have at most 25 million pixels. Make it smaller.')
    if (this.files.size === maxPictures)
      return refuse(`A document may have at most ${maxPictures} pictures.`)
    const name = `/picture-${this.files.size}.${picture.mimeType === 'image/png' ? 'png' : 'jpg'}`
    const taken = { name, width: picture.width * pointsPerPixel }
    this.files.set(name, picture.content)
    this.#names.set(source, taken)
    return taken
  }
}

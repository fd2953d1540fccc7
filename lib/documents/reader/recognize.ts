import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import { PageText } from './page-text.ts'
import { refuse, sentences } from './refused.ts'

/*
 * Recognizes text by Tesseract (WebAssembly). Its own package starts a thread, and looks for all
 * languages in one folder; here its worker's script runs in this process, which is stopped as a
 * whole, and each language comes from its package. Its memory grows from page to page, so a process
 * recognizes a few pages and ends.
 */

const require = createRequire(import.meta.url)
const trained: Record<OcrLanguage, () => string> = {
  eng: () => require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  spa: () => require.resolve('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz'),
}

type Corners = { x0: number; y0: number; x1: number; y1: number }
type Word = { text: string; confidence: number; bbox: Corners }
type Recognized = {
  blocks: { paragraphs: { lines: { words: Word[] }[] }[] }[] | null
  imageColor: string | null
}
type Answer = { status: 'resolve' | 'reject' | 'progress'; data: unknown }
type Script = {
  setAdapter(adapter: object): void
  dispatchHandlers(packet: object, answer: (answer: Answer) => void): void
}

type GetCore = (...of: unknown[]) => Promise<(options: object) => unknown>

const silent = { print: () => undefined, printErr: () => undefined }
const folder = 'installed'
const autoSegmentation = '3'
const neuralOnly = 1

/** The language of a file that Tesseract asks for, such as `installed/eng.traineddata.gz`. */
async function trainedData(file: string): Promise<Buffer> {
  const language = basename(file).split('.')[0] as OcrLanguage
  return await readFile(trained[language]())
}

/** Tesseract with some languages, which reads pictures one after the other. */
export class Recognizer {
  readonly #script: Script
  #jobs = 0

  private constructor(script: Script) {
    this.#script = script
  }

  static async start(languages: OcrLanguage[]): Promise<Recognizer> {
    const script = require('tesseract.js/src/worker-script/index.js') as Script
    const getCore = require('tesseract.js/src/worker-script/node/getCore.js') as GetCore
    const never = async () => await Promise.reject(new Error('not here'))
    script.setAdapter({
      // It prints what it thinks of a picture.
      getCore: async (...of: unknown[]) => {
        const core = await getCore(...of)
        return (options: object) => core({ ...options, ...silent })
      },
      gunzip: gunzipSync,
      readCache: trainedData,
      fetch: never,
      writeCache: never,
      deleteCache: never,
    })
    const started = new Recognizer(script)
    await started.#ask('load', { options: { lstmOnly: true, logging: false } })
    const options = { langPath: folder, cacheMethod: 'none', gzip: true, lstmOnly: true }
    await started.#ask('loadLanguage', { langs: languages, options })
    await started.#ask('initialize', { langs: languages, oem: neuralOnly })
    // The default finds a third of the rows of a ruled table.
    await started.#ask('setParameters', { params: { tessedit_pageseg_mode: autoSegmentation } })
    return started
  }

  async #ask(action: string, payload: object): Promise<unknown> {
    this.#jobs += 1
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const packet = { workerId: 'reader', jobId: `${this.#jobs}`, action, payload }
    this.#script.dispatchHandlers(packet, ({ status, data }) => {
      if (status === 'resolve') resolve(data)
      if (status === 'reject') reject(new Error(String(data)))
    })
    return await promise
  }

  async #recognize(image: Buffer, output: object): Promise<Recognized> {
    const asked = this.#ask('recognize', { image: new Uint8Array(image), options: {}, output })
    const answered = await asked.catch(() => refuse(sentences.noPicture))
    return answered as Recognized
  }

  /** The text of a picture, its words' boxes in points, and how sure it is, from 0 to 1. */
  async read(image: Buffer, scale: number): Promise<{ text: PageText; confidence: number }> {
    const { blocks } = await this.#recognize(image, { text: false, blocks: true })
    const text = new PageText()
    let sure = 0
    let letters = 0
    for (const paragraph of (blocks ?? []).flatMap(({ paragraphs }) => paragraphs)) {
      for (const { words } of paragraph.lines) {
        for (const { text: word, confidence, bbox } of words) {
          sure += confidence * word.length
          letters += word.length
          text.word(word, {
            left: bbox.x0 / scale,
            top: bbox.y0 / scale,
            right: bbox.x1 / scale,
            bottom: bbox.y1 / scale,
          })
          text.space(' ')
        }
        text.space('\n')
      }
      text.space('\n\n')
    }
    return { text, confidence: letters === 0 ? 0 : Math.min(1, sure / letters / 100) }
  }

  /** Draws a picture that browsers cannot show as PNG. */
  async png(image: Buffer): Promise<Buffer> {
    const { imageColor } = await this.#recognize(image, { text: false, imageColor: true })
    return Buffer.from((imageColor ?? '').replace(/^[^,]*,/, ''), 'base64')
  }
}

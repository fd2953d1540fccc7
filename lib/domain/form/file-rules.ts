import { inMegabytes, maxFileBytes } from './file-limits.ts'
import type { FormTexts } from './texts/texts-of-words.ts'
import { inEnglish } from './texts/in-language.ts'

type Schema = Record<string, unknown>

/** The types that a file field takes, such as `application/pdf`, `image/*` or `.docx`. */
export const fileTypesKeyword = 'x-formFileTypes'
/** The largest file that a file field takes, in megabytes. */
export const fileSizeKeyword = 'x-formFileMaxMegabytes'

export type FileRule = { types: string[]; maxBytes: number }
/** A file as far as a rule looks at it; without a type, its name says it. */
export type RuledFile = { fileName: string; mimeType?: string | undefined; size: number }

const megabyte = 1024 * 1024

/** The endings of a type's files, and what people call them. */
const knownTypes: Record<string, { endings: string[]; title: string }> = {
  'application/pdf': { endings: ['pdf'], title: 'PDF' },
  'image/png': { endings: ['png'], title: 'PNG' },
  'image/jpeg': { endings: ['jpg', 'jpeg'], title: 'JPEG' },
  'image/gif': { endings: ['gif'], title: 'GIF' },
  'image/webp': { endings: ['webp'], title: 'WebP' },
  'image/heic': { endings: ['heic', 'heif'], title: 'HEIC' },
  'image/tiff': { endings: ['tif', 'tiff'], title: 'TIFF' },
  'text/plain': { endings: ['txt'], title: 'Text' },
  'text/csv': { endings: ['csv'], title: 'CSV' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    endings: ['docx'],
    title: 'Word',
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    endings: ['xlsx'],
    title: 'Excel',
  },
}

export const isFileType = (type: string): boolean =>
  /^[a-z0-9][a-z0-9!#$&^_.+-]*\/([a-z0-9][a-z0-9!#$&^_.+-]*|\*)$/.test(type) ||
  /^\.[a-z0-9]{1,10}$/.test(type)

const endingOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** The rule of a file field; without keywords every type fits, up to the size of any upload. */
export function fileRuleOf(schema: Schema): FileRule {
  const types = schema[fileTypesKeyword]
  const most = schema[fileSizeKeyword]
  return {
    types: Array.isArray(types)
      ? types.filter((one) => typeof one === 'string').map((one) => one.toLowerCase())
      : [],
    maxBytes:
      typeof most === 'number' && most > 0
        ? Math.min(maxFileBytes, Math.floor(most * megabyte))
        : maxFileBytes,
  }
}

/** The value of an input's `accept`, with endings, because systems do not know every type. */
export const acceptOf = ({ types }: FileRule): string =>
  types
    .flatMap((type) => [type, ...(knownTypes[type]?.endings ?? []).map((ending) => `.${ending}`)])
    .join(',')

function titleOf(type: string, { text }: FormTexts): string {
  if (type.startsWith('.')) return type.slice(1).toUpperCase()
  if (type === 'image/*') return text('file.pictures')
  if (type === 'text/plain') return text('file.text')
  const [kind = '', rest] = type.split('/')
  return knownTypes[type]?.title ?? (rest === '*' ? text('file.kind', { kind }) : type)
}

/** The types of a rule in words: "PDF, JPEG or PNG". Empty when every type fits. */
function typesInWords({ types }: FileRule, texts: FormTexts = inEnglish): string {
  const titles = [...new Set(types.map((type) => titleOf(type, texts)))]
  const last = titles.pop() ?? ''
  return titles.length > 0 ? texts.text('list.or', { list: titles.join(', '), last }) : last
}

/** A limit of a rule as text; small limits keep their decimals. */
const sizeInWords = (bytes: number): string =>
  bytes % megabyte === 0 ? inMegabytes(bytes) : `${Number((bytes / megabyte).toPrecision(2))} MB`

/** What a field with this rule takes, for the person. */
export function ruleInWords(rule: FileRule, texts: FormTexts = inEnglish): string {
  const types = typesInWords(rule, texts)
  const size = texts.text('file.size', { size: sizeInWords(rule.maxBytes) })
  return types ? texts.text('file.rule', { types, size }) : size
}

function typeFits({ types }: FileRule, { fileName, mimeType }: RuledFile): boolean {
  if (types.length === 0) return true
  const ending = endingOf(fileName)
  return types.some((type) => {
    if (type.startsWith('.')) return ending === type.slice(1)
    if (mimeType !== undefined && mimeType !== '')
      return type.endsWith('/*') ? mimeType.startsWith(type.slice(0, -1)) : mimeType === type
    // A browser that does not know the type: the ending says it, and the server looks inside.
    const group = Object.entries(knownTypes).filter(
      ([name]) => name === type || (type.endsWith('/*') && name.startsWith(type.slice(0, -1))),
    )
    return group.some(([, { endings }]) => endings.includes(ending))
  })
}

/** Why a file has no place in a field, and what to do; undefined when it fits. */
export function fileRefusal(rule: FileRule, file: RuledFile): string | undefined {
  if (!typeFits(rule, file)) return inEnglish.text('file.wrong type', { types: typesInWords(rule) })
  if (file.size > rule.maxBytes)
    return inEnglish.text('file.too large', { size: sizeInWords(rule.maxBytes) })
  return undefined
}

const programEndings = new Set(
  (
    'exe dll com scr msi msp bat cmd ps1 psm1 vbs vbe js jse wsf wsh hta cpl jar lnk reg app dmg ' +
    'pkg deb rpm sh apk iso img'
  ).split(' '),
)
const programTypes = new Set(['application/x-msdownload', 'application/x-executable'])

/** Whether a file can be run when somebody opens it; strangers may not send such files. */
export const isProgram = ({ fileName, mimeType = '' }: Omit<RuledFile, 'size'>): boolean =>
  programEndings.has(endingOf(fileName)) || programTypes.has(mimeType)

export const programRefusal = inEnglish.text('file.program')

import { StreamLanguage } from '@codemirror/language'

const keywords = new Set(['and', 'or', 'in', 'function', 'true', 'false', 'null'])

/** Just enough of JSONata to colour it: strings, numbers, comments, variables, keywords, names. */
export const jsonataLanguage = StreamLanguage.define<{ comment: boolean }>({
  name: 'jsonata',
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match('/*')) {
      state.comment = !stream.match(/^.*?\*\//)
      if (state.comment) stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^`[^`]*`?/)) return 'propertyName'
    if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/^\${1,2}\w*/)) return 'variableName.special'
    const name = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null
    if (name) return keywords.has(name[0]) ? 'keyword' : 'variableName'
    stream.next()
    return 'operator'
  },
})

export type Frame = { id?: string; event?: string; data?: Record<string, unknown> }

/** The server-sent events of an answer, one after the other; comments are left out. */
export async function* framesOf(response: Response): AsyncGenerator<Frame> {
  if (response.status !== 200) throw new Error(String(response.status))
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: (.*)/s).slice(0, 2)),
      ) as Record<string, string>
      text = text.slice(end + 2)
      if (fields['event'])
        yield { ...fields, data: JSON.parse(fields['data'] ?? '{}') as Record<string, unknown> }
    }
  }
}

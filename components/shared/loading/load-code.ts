const againMs = 2000
/** A page of an older build asks for code that is not there any more. */
const mostTries = 5

/** Until the connection is back, or some seconds have passed. */
async function untilNextTry(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, againMs)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    window.addEventListener('online', done)
  })
}

/**
 * Loads a part of the program, as `import` does. While the connection is lost it waits and tries
 * again, so that the page, and what is typed there, stays as it is. Throws when the part is not
 * there although there is a connection.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (typeof window === 'undefined') throw error
      if (!navigator.onLine) tries = 0
      if (tries >= mostTries) throw error
      await untilNextTry()
    }
  }
}

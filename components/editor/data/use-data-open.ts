import { useEffect, useState } from 'react'

const name = 'editor.values'

/** Whether the panel of values is open; remembered in this browser. */
export function useDataOpen() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    try {
      setIsOpen(window.localStorage.getItem(name) === 'open')
    } catch {
      // It is closed at first where storage is switched off.
    }
  }, [])
  const toggle = () => {
    setIsOpen(!isOpen)
    try {
      window.localStorage.setItem(name, isOpen ? 'closed' : 'open')
    } catch {
      // It is not remembered there.
    }
  }
  return { isOpen, toggle }
}

import { options } from 'preact'

// React 19 passes `ref` to components as a property, and our components rely on that. Preact keeps
// it for the instance of the component unless it is passed on here.
const before = options.vnode
options.vnode = (vnode) => {
  const { type } = vnode
  if (typeof type === 'function' && vnode.ref && !('render' in (type.prototype ?? {}))) {
    Object.assign(vnode.props, { ref: vnode.ref })
    vnode.ref = null
  }
  before?.(vnode)
}

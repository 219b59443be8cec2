import type { ComponentType } from 'preact'
import { Loaded } from './loaded.js'

/** *A component whose code is loaded when it is first shown.* */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return (props: P) => <Loaded load={load} props={props} />
}

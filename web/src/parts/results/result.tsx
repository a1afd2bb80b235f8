import type { CallView } from '@fairlead/protocol/call-view'
import { lazy, Suspense } from 'react'

const load = () => import('./drawn-result.tsx')
const DrawnResult = lazy(load)

/** Loads the renderers after the first paint, before anyone opens a line. A failure shows when one is needed. */
export const preloadResults = (): void => {
	load().catch(() => undefined)
}

/** A call's result, drawn by its tool's renderer. */
export function Result(props: { call: CallView }) {
	return (
		<Suspense fallback={null}>
			<DrawnResult call={props.call} />
		</Suspense>
	)
}

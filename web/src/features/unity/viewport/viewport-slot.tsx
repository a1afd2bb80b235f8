import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/feedback.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import type { ViewportProps } from './viewport.tsx'

const Viewport = lazy(() => import('./viewport.tsx'))

/** Whether the browser gives a WebGL 2 context. Asked before three.js is loaded for nothing. */
function drawsWebGl(): boolean {
	const context = document.createElement('canvas').getContext('webgl2')
	context?.getExtension('WEBGL_lose_context')?.loseContext()
	return context !== null
}

/** The scene in 3D, or where the browser cannot draw it, `instead`. */
export function ViewportSlot(props: Omit<ViewportProps, 'onUnable'> & { instead: ReactNode }) {
	const { instead, ...viewport } = props
	const [able, setAble] = useState(drawsWebGl)
	if (!able) return instead
	return (
		<PartBoundary what="The view of the scene" className="m-3 shrink-0">
			<Suspense fallback={<Skeleton rows={3} className="h-48 shrink-0 p-4" />}>
				<Viewport {...viewport} onUnable={() => setAble(false)} />
			</Suspense>
		</PartBoundary>
	)
}

import { type ReactNode, useState } from 'react'
import { useRoom } from '../../../data/room/room-context.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import type { ViewportProps } from './viewport.tsx'

const Viewport = lazyPart(() => import('./viewport.tsx'), {
	what: 'The view of the scene',
	className: 'm-3 shrink-0',
})

/** Whether the browser gives a WebGL 2 context. Asked before three.js is loaded for nothing. */
function drawsWebGl(): boolean {
	const context = document.createElement('canvas').getContext('webgl2')
	context?.getExtension('WEBGL_lose_context')?.loseContext()
	return context !== null
}

/** browser: it gives no WebGL 2 · editor: it is older than this page, and does not tell its scene */
export type Unable = 'browser' | 'editor'

/** The scene in 3D, or where it cannot be drawn, `instead`. */
export function ViewportSlot(
	props: Omit<ViewportProps, 'onUnable'> & { instead: (why: Unable) => ReactNode },
) {
	const { instead, ...viewport } = props
	const target = useRoom().state?.target ?? null
	const [able, setAble] = useState(drawsWebGl)
	const [older, setOlder] = useState<string | null>(null)
	if (!able) return instead('browser')
	if (older !== null && older === target) return instead('editor')
	const onUnable = (why: Unable) => (why === 'browser' ? setAble(false) : setOlder(target))
	return (
		<Viewport
			until={<Skeleton rows={3} className="h-48 shrink-0 p-4" />}
			{...viewport}
			onUnable={onUnable}
		/>
	)
}

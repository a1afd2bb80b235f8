/** Dialogs. Their code is loaded when the first one is opened. */
import { lazy, type ReactNode, Suspense, useState } from 'react'

const LazyDialog = lazy(() => import('./dialog-parts.tsx').then((m) => ({ default: m.Dialog })))
const LazyDrawer = lazy(() => import('./dialog-parts.tsx').then((m) => ({ default: m.Drawer })))

export interface DialogProps {
	readonly open: boolean
	readonly onOpenChange: (open: boolean) => void
	readonly title: ReactNode
	readonly description?: ReactNode
	readonly children?: ReactNode
	readonly className?: string
}

export interface DrawerProps {
	readonly open: boolean
	readonly onOpenChange: (open: boolean) => void
	readonly title: string
	readonly children: ReactNode
}

/** Once open it stays mounted, so that it can be seen to close. */
function useEverOpen(open: boolean): boolean {
	const [ever, setEver] = useState(open)
	if (open && !ever) setEver(true)
	return ever || open
}

export function Dialog(props: DialogProps) {
	return (
		useEverOpen(props.open) && (
			<Suspense fallback={null}>
				<LazyDialog {...props} />
			</Suspense>
		)
	)
}

/** A pane that slides in from the right, for what has no room beside the chat. */
export function Drawer(props: DrawerProps) {
	return (
		useEverOpen(props.open) && (
			<Suspense fallback={null}>
				<LazyDrawer {...props} />
			</Suspense>
		)
	)
}

/** Dialogs. Their code is loaded when the first one is opened. */
import { type ReactNode, useState } from 'react'
import { lazyPart, THIS_DIALOG } from '../loading/lazy-part.tsx'

const LazyDialog = lazyPart(
	() => import('./dialog-parts.tsx').then((m) => ({ default: m.Dialog })),
	THIS_DIALOG,
)
const LazyDrawer = lazyPart(
	() => import('./dialog-parts.tsx').then((m) => ({ default: m.Drawer })),
	{ ...THIS_DIALOG, what: 'This pane' },
)

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
	return useEverOpen(props.open) && <LazyDialog {...props} />
}

/** A pane that slides in from the right, for what has no room beside the chat. */
export function Drawer(props: DrawerProps) {
	return useEverOpen(props.open) && <LazyDrawer {...props} />
}

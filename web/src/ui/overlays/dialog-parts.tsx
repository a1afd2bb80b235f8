/** The dialogs themselves; see dialog.tsx, which loads them. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'
import type { DialogProps, DrawerProps } from './dialog.tsx'
import { useBackCloses } from './use-back-closes.ts'

const BACKDROP =
	'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0'

/** A modal with a title. Focus is trapped and given back; Escape and the browser's Back close it. */
export function Dialog(props: DialogProps) {
	const popup = useRef<HTMLDivElement>(null)
	useBackCloses(props.open, () => props.onOpenChange(false))
	return (
		<Base.Root open={props.open} onOpenChange={props.onOpenChange}>
			<Base.Portal>
				<Base.Backdrop className={BACKDROP} />
				<Base.Popup
					ref={popup}
					// A dialog that asks for text takes it at once; on "Close", the first space would close it.
					// Not on touch: there the keyboard would cover what has just opened.
					initialFocus={(openedBy) =>
						openedBy === 'touch' ||
						(popup.current?.querySelector<HTMLElement>('input,textarea') ?? true)
					}
					className={cx(
						'fixed left-1/2 top-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-lg -translate-x-1/2 -translate-y-1/2',
						'overflow-y-auto rounded-xl border border-edge bg-surface p-5 shadow-pop outline-none',
						'transition-[opacity,scale] duration-150 data-[starting-style]:scale-[.98] data-[starting-style]:opacity-0 data-[ending-style]:opacity-0',
						props.className,
					)}
				>
					<div className="flex items-start gap-3">
						<Base.Title className="min-w-0 flex-1 pt-0.5 text-title font-semibold tracking-tight">
							{props.title}
						</Base.Title>
						<Base.Close
							render={
								<IconButton label="Close" className="-mr-2 -mt-1">
									<X />
								</IconButton>
							}
						/>
					</div>
					{props.description && (
						<Base.Description className="mt-1 text-muted">{props.description}</Base.Description>
					)}
					{props.children}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	)
}

export function Drawer(props: DrawerProps) {
	useBackCloses(props.open, () => props.onOpenChange(false))
	return (
		<Base.Root open={props.open} onOpenChange={props.onOpenChange}>
			<Base.Portal>
				<Base.Backdrop className={BACKDROP} />
				<Base.Popup className="fixed inset-y-0 right-0 z-50 flex w-[min(420px,calc(100vw-48px))] flex-col border-l border-edge bg-surface shadow-pop outline-none transition-transform duration-200 ease-out data-[starting-style]:translate-x-full data-[ending-style]:translate-x-full">
					<Base.Title className="sr-only">{props.title}</Base.Title>
					{props.children}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	)
}

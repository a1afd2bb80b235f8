import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** Before what cannot be undone. */
export function Confirm(props: {
	title: string
	description: ReactNode
	/** Word of the button that does it, and of the one that does not. */
	confirm: string
	keep: string
	pending: boolean
	/** Choices to make first. */
	children?: ReactNode
	error?: ReactNode
	onConfirm: () => void
	onClose: () => void
}) {
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title={props.title}
			description={props.description}
		>
			{props.children}
			{props.error}
			<div className="mt-5 flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					{props.keep}
				</Button>
				<Button look="danger" disabled={props.pending} onClick={props.onConfirm}>
					{props.confirm}
				</Button>
			</div>
		</Dialog>
	)
}

/** Gives the computer of a relay token another name. Loaded when it is opened. */
import { RelayToken } from '@fairlead/protocol/computers/relay-tokens'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

export default function RenameComputer(props: {
	token: { readonly label: string }
	/** Path of the token. */
	path: string
	onRenamed: () => void
	onClose: () => void
}) {
	const { token, path, onRenamed, onClose } = props
	const id = useId()
	const [label, setLabel] = useState(token.label)
	const save = useMutation({
		mutationFn: () => api(RelayToken, path, { method: 'PATCH', body: { label: label.trim() } }),
		onSuccess: onClose,
		onSettled: onRenamed,
	})
	return (
		<Dialog open onOpenChange={(open) => !open && onClose()} title="Rename the computer">
			<form
				onSubmit={(event) => {
					event.preventDefault()
					if (label.trim() !== '') save.mutate()
				}}
			>
				<label htmlFor={id} className="text-line font-medium">
					Name
				</label>
				<TextField
					id={id}
					className="mt-1"
					value={label}
					maxLength={100}
					onChange={(event) => setLabel(event.target.value)}
				/>
				{save.error && <ErrorNote error={save.error} className="mt-3" />}
				<div className="mt-5 flex flex-wrap justify-end gap-2">
					<Button look="quiet" onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" look="primary" disabled={save.isPending || label.trim() === ''}>
						Rename
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

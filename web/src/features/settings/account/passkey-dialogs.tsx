/** Renaming and removing a passkey. Loaded when one of them is opened. */
import { type Passkey, Passkey as PasskeySchema } from '@fairlead/protocol/people/account'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useReadPasskeysAgain } from '../../../data/api/account.ts'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { toApiError } from '../../../data/api/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

const pathOf = (passkey: Passkey): string => `/api/passkeys/${passkey.id}`

interface Props {
	readonly passkey: Passkey
	readonly onClose: () => void
}

export default function ChangePasskey({ to, ...props }: Props & { to: 'rename' | 'remove' }) {
	return to === 'rename' ? <Rename {...props} /> : <Remove {...props} />
}

function Rename(props: Props) {
	const { passkey } = props
	const id = useId()
	const readAgain = useReadPasskeysAgain()
	const [name, setName] = useState(passkey.name)
	const save = useMutation({
		mutationFn: () => api(PasskeySchema, pathOf(passkey), { method: 'PATCH', body: { name } }),
		onSuccess: props.onClose,
		onSettled: readAgain,
	})
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()} title="Rename the passkey">
			<form
				onSubmit={(event) => {
					event.preventDefault()
					if (name.trim() !== '') save.mutate()
				}}
			>
				<label htmlFor={id} className="text-line font-medium">
					Name
				</label>
				<TextField
					id={id}
					className="mt-1"
					value={name}
					maxLength={100}
					onChange={(event) => setName(event.target.value)}
				/>
				{save.error && <ErrorNote error={save.error} className="mt-3" />}
				<div className="mt-5 flex flex-wrap justify-end gap-2">
					<Button look="quiet" onClick={props.onClose}>
						Cancel
					</Button>
					<Button type="submit" look="primary" disabled={save.isPending || name.trim() === ''}>
						Rename
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

function Remove(props: Props) {
	const { passkey } = props
	const readAgain = useReadPasskeysAgain()
	/** Told by the server, which knows every way in. */
	const [isLast, setIsLast] = useState(false)
	const remove = useMutation({
		mutationFn: () =>
			apiDone(`${pathOf(passkey)}${isLast ? '?lastWayIn=remove' : ''}`, { method: 'DELETE' }),
		onSuccess: props.onClose,
		onError: (error) => setIsLast(toApiError(error).code === 'last_way_in'),
		onSettled: readAgain,
	})
	return (
		<Confirm
			title={`Remove “${passkey.name}”?`}
			description={
				isLast
					? 'Nothing else signs you in. Once this session ends, nobody can open this account again, and the server’s operator cannot help.'
					: 'It no longer signs you in. Delete it on your device too, so that it is not offered there.'
			}
			confirm={isLast ? 'Remove my last way in' : 'Remove passkey'}
			keep="Keep passkey"
			pending={remove.isPending}
			error={!isLast && remove.error && <ErrorNote error={remove.error} className="mt-3" />}
			onConfirm={() => remove.mutate()}
			onClose={props.onClose}
		/>
	)
}

/** The form for a key. The server asks the provider or the search service about it before it is stored. */
import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'

export function KeyForm(props: {
	/** The service whose key it is. */
	title: string
	/** The address that takes the key by PUT. */
	path: string
	/** Says how the key is checked. */
	hint: string
	onStored: () => Promise<unknown>
	onClose: () => void
}) {
	const { title, path, hint } = props
	const [key, setKey] = useState('')
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => field.current?.focus(), [])
	const put = useMutation({
		mutationFn: () => apiDone(path, { method: 'PUT', body: { key: key.trim() } }),
		onSuccess: async () => {
			// The form closes once the list has been read again, which may take long.
			setKey('')
			await props.onStored()
			toasts.add({ title: `${title} accepted the key. It is stored.` })
			props.onClose()
		},
	})
	return (
		<form
			className="flex flex-col gap-3 px-4 pb-4"
			onSubmit={(event) => {
				event.preventDefault()
				if (key.trim() !== '' && !put.isPending) put.mutate()
			}}
		>
			<Field label={`Key for ${title}`} hint={hint}>
				{(tied) => (
					<TextField
						{...tied}
						ref={field}
						type="password"
						autoComplete="off"
						spellCheck={false}
						value={key}
						maxLength={600}
						readOnly={put.isPending}
						onChange={(event) => setKey(event.target.value)}
					/>
				)}
			</Field>
			<div role="status" className="text-line text-muted">
				{put.isPending && (
					<span className="inline-flex items-center gap-2">
						<LoaderCircle aria-hidden className="size-4" />
						Checking the key with {title}
					</span>
				)}
			</div>
			{put.error && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					Cancel
				</Button>
				<Button type="submit" disabled={put.isPending || key.trim() === ''}>
					Check and store
				</Button>
			</div>
		</form>
	)
}

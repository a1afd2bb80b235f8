/** The form for a key. The server asks the provider about it before it is stored. */
import { ProviderKeys } from '@fairlead/protocol/keys'
import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/form.tsx'
import { toasts } from '../../ui/toasts.ts'

export function KeyForm(props: {
	provider: ProviderKeys
	onStored: () => Promise<unknown>
	onClose: () => void
}) {
	const { provider, title, host } = props.provider
	const [key, setKey] = useState('')
	const field = useRef<HTMLInputElement>(null)
	useEffect(() => field.current?.focus(), [])
	const put = useMutation({
		mutationFn: () =>
			api(ProviderKeys, `/api/keys/${provider}`, { method: 'PUT', body: { key: key.trim() } }),
		onSuccess: async () => {
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
			<Field
				label={`Key for ${title}`}
				hint={`It is checked with ${host} before it is stored, without spending anything.`}
			>
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

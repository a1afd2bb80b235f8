/** The form for a model server. It must list its models before it is stored. */
import { EndpointName, ModelEndpoint } from '@fairlead/protocol/models/model-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { isThisComputerOnly } from '../../parts/this-computer-only.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'

const NOTHING = { name: '', url: '', key: '' }

export function EndpointForm(props: {
	canStore: boolean
	onStored: (endpoint: ModelEndpoint) => Promise<unknown>
	onClose: () => void
}) {
	const [typed, setTyped] = useState(NOTHING)
	const name = typed.name.trim()
	const named = EndpointName.safeParse(name)
	const put = useMutation({
		mutationFn: () => {
			const key = typed.key.trim()
			const body = { url: typed.url.trim(), ...(key === '' ? {} : { key }) }
			return api(ModelEndpoint, `/api/model-endpoints/${name}`, { method: 'PUT', body })
		},
		onSuccess: props.onStored,
	})
	const issues = put.error ? toApiError(put.error).issues : []
	const issueAt = (field: string) => issues.find(({ path }) => path === `/${field}`)?.message
	const input = (field: keyof typeof NOTHING) => ({
		value: typed[field],
		readOnly: put.isPending,
		onChange: (event: { target: { value: string } }) =>
			setTyped({ ...typed, [field]: event.target.value }),
	})
	const ready = named.success && typed.url.trim() !== ''
	return (
		<form
			className="flex flex-col gap-4 border-edge p-4 not-first:border-t"
			aria-label="Add a model server"
			onSubmit={(event) => {
				event.preventDefault()
				if (ready && !put.isPending) put.mutate()
			}}
		>
			<div className="grid gap-4 md:grid-cols-[12rem_1fr]">
				<Field
					label="Name"
					hint="Begins its models’ names: @home/…"
					issue={name === '' || named.success ? undefined : named.error.issues[0]?.message}
				>
					{(tied) => (
						<TextField
							{...tied}
							{...input('name')}
							maxLength={30}
							placeholder="home"
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</Field>
				<Field
					label="Address"
					hint={`Its base URL, over https${isThisComputerOnly(location.hostname) ? ', or http on this computer' : ''}`}
					issue={issueAt('url')}
				>
					{(tied) => (
						<TextField
							{...tied}
							{...input('url')}
							inputMode="url"
							maxLength={500}
							placeholder="https://llm.example/v1"
						/>
					)}
				</Field>
			</div>
			<Field
				label="Key"
				hint={
					props.canStore
						? 'Leave it empty if the server asks for none.'
						: 'This server cannot store keys, so only a model server without one can be added.'
				}
				issue={issueAt('key')}
			>
				{(tied) => (
					<TextField
						{...tied}
						{...input('key')}
						type="password"
						autoComplete="off"
						spellCheck={false}
						maxLength={600}
						disabled={!props.canStore}
					/>
				)}
			</Field>
			{put.error && issues.length === 0 && <ErrorNote error={put.error} />}
			<div className="flex flex-wrap justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					Cancel
				</Button>
				<Button type="submit" disabled={put.isPending || !ready}>
					{put.isPending ? 'Reading its models…' : 'Check and store'}
				</Button>
			</div>
		</form>
	)
}

/** The form that adds an MCP server. A secret is sent as one header; more of them take the API. */
import { McpServer } from '@fairlead/protocol/projects/mcp-servers'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'

const NOTHING = { name: '', url: '', header: 'Authorization', value: '' }

export function AddServer(props: { path: string; onAdded: () => void }) {
	const [typed, setTyped] = useState(NOTHING)
	const add = useMutation({
		mutationFn: () => {
			const { name, url, header, value } = typed
			const headers = value === '' ? {} : { [header.trim().toLowerCase()]: value }
			const body = { name: name.trim(), url: url.trim(), headers }
			return api(McpServer, props.path, { method: 'POST', body })
		},
		onSuccess: () => {
			setTyped(NOTHING)
			props.onAdded()
		},
	})
	const issues = add.error ? toApiError(add.error).issues : []
	const issueAt = (name: string) => issues.find(({ path }) => path.startsWith(`/${name}`))?.message
	const input = (name: keyof typeof NOTHING) => ({
		value: typed[name],
		onChange: (event: { target: { value: string } }) =>
			setTyped({ ...typed, [name]: event.target.value }),
	})
	const ready = typed.name.trim() !== '' && typed.url.trim() !== ''
	return (
		<form
			className="flex flex-col gap-4 border-t border-edge p-4"
			aria-label="Add an MCP server"
			onSubmit={(event) => {
				event.preventDefault()
				if (ready) add.mutate()
			}}
		>
			<div className="grid gap-4 md:grid-cols-[10rem_1fr]">
				<Field label="Name" hint="Prefix of its tools’ names" issue={issueAt('name')}>
					{(tied) => (
						<TextField
							{...tied}
							{...input('name')}
							maxLength={24}
							placeholder="tracker"
							autoCapitalize="none"
						/>
					)}
				</Field>
				<Field label="Address" hint="Streamable HTTP, over https" issue={issueAt('url')}>
					{(tied) => (
						<TextField
							{...tied}
							{...input('url')}
							inputMode="url"
							placeholder="https://tracker.example/mcp"
						/>
					)}
				</Field>
			</div>
			<div className="grid gap-4 md:grid-cols-[10rem_1fr]">
				<Field label="Header">{(tied) => <TextField {...tied} {...input('header')} />}</Field>
				<Field
					label="Value"
					hint="Empty: no header is sent. A server that wants a sign-in asks for it afterwards."
					issue={issueAt('headers')}
				>
					{(tied) => (
						<TextField
							{...tied}
							{...input('value')}
							type="password"
							autoComplete="off"
							placeholder="Bearer …"
						/>
					)}
				</Field>
			</div>
			{add.error && issues.length === 0 && <ErrorNote error={add.error} />}
			<Button type="submit" className="self-end" disabled={add.isPending || !ready}>
				{add.isPending ? 'Connecting…' : 'Add server'}
			</Button>
		</form>
	)
}

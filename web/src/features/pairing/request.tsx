/** The computer that asks to be paired, and the person's answer. */

import type { Pairing } from '@fairlead/protocol/computers/pairing'
import { isAtLeast } from '@fairlead/protocol/people/roles'
import type { Project } from '@fairlead/protocol/projects/project'
import { visible } from '@fairlead/protocol/view/visible'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Monitor, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { projectPath } from '../../data/address.ts'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

const SYSTEMS: Readonly<Record<string, string>> = {
	darwin: 'macOS',
	linux: 'Linux',
	win32: 'Windows',
}

export function PairingRequest(props: {
	pairing: Pairing
	projects: UseQueryResult<Project[]>
	/** Id of the project that the command was copied from; null: none. */
	suggested: string | null
}) {
	const { pairing, projects, suggested } = props
	const id = useId()
	const nameId = useId()
	const client = useQueryClient()
	const own = projects.data?.filter(({ role }) => role !== null && isAtLeast(role, 'editor'))
	const [chosen, choose] = useState<string | null>(null)
	const first = own?.find((project) => project.id === suggested) ?? own?.[0]
	const projectId = chosen ?? first?.id ?? null
	const [name, setName] = useState(pairing.host)
	const answer = useMutation({
		mutationFn: (approved: boolean) =>
			approved
				? apiDone(`/api/projects/${projectId}/pairings/${pairing.userCode}`, {
						method: 'POST',
						body: { name: name.trim() },
					})
				: apiDone(`/api/pairings/${pairing.userCode}`, { method: 'DELETE' }),
		onSuccess: () => client.invalidateQueries({ queryKey: ['relay-tokens', projectId] }),
	})
	const done = answer.isSuccess ? (answer.variables ? 'approved' : 'denied') : pairing.state
	const host = visible(pairing.host)
	if (done === 'approved') {
		return (
			<Empty
				icon={<Check />}
				title={`${answer.isSuccess ? visible(name.trim()) : host} is paired`}
				action={
					answer.isSuccess && projectId !== null ? (
						<Link to={projectPath(projectId)} className={buttonClass('primary')}>
							Open the project
						</Link>
					) : undefined
				}
			>
				The terminal continues by itself. You can rename the computer, and revoke its token, in the
				project’s settings.
			</Empty>
		)
	}
	if (done === 'denied') {
		return (
			<Empty icon={<X />} title={`${host} was denied`}>
				It has no access. To pair it after all, run the command in its terminal again.
			</Empty>
		)
	}
	return (
		<>
			<p className="mt-1 text-line text-muted text-pretty">
				Approve it only if you started this yourself, and if its terminal shows the same code.
			</p>
			<section
				aria-label="The computer"
				className="mt-5 overflow-hidden rounded-lg border border-edge bg-surface"
			>
				<div className="flex items-center gap-3 border-b border-edge px-4 py-3">
					<Monitor aria-hidden className="size-5 shrink-0 text-muted" />
					<p className="min-w-0 flex-1 font-medium wrap-anywhere">{host}</p>
					<p className="font-mono text-title tracking-widest">{pairing.userCode}</p>
				</div>
				<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 px-4 py-3 text-line">
					<Fact name="System">{SYSTEMS[pairing.platform] ?? visible(pairing.platform)}</Fact>
					<Fact name="Folder">{visible(pairing.folder)}</Fact>
					<Fact name="From">{[pairing.place, pairing.address].filter(Boolean).join(' · ')}</Fact>
					<Fact name="Requested">
						<RelativeTime at={pairing.createdAt} />
					</Fact>
				</dl>
			</section>
			<h2 className="mt-6 font-medium">What it will be able to do</h2>
			<ul className="mt-1.5 list-disc space-y-1 pl-5 text-line text-muted">
				<li>Offer its Unity Editors and linked project folders to this project’s agent.</li>
				<li>Receive what the agent wants to read, change and run in them.</li>
				<li>
					Show you its Unity projects on the project’s page, link one, install the package and open
					Unity, if you press the button for it. Other members cannot.
				</li>
				<li>Nothing else: it cannot read conversations, other projects or your account.</li>
			</ul>
			<label htmlFor={id} className="mt-6 block font-medium">
				Project
			</label>
			{projects.isPending && <Skeleton rows={1} className="mt-3" />}
			{projects.error && !own && (
				<ErrorNote
					error={projects.error}
					onRetry={() => void projects.refetch()}
					className="mt-1.5"
				/>
			)}
			{own?.length === 0 && (
				<Note level="info" title="You have no project that you can change" className="mt-1.5">
					<Link to="/" className="underline">
						Create one
					</Link>
					, then open this address again.
				</Note>
			)}
			{own && own.length > 0 && (
				<Select
					id={id}
					value={projectId ?? ''}
					onChange={(event) => choose(event.target.value)}
					className="mt-1.5"
				>
					{own.map((project) => (
						<option key={project.id} value={project.id}>
							{project.name}
						</option>
					))}
				</Select>
			)}
			<label htmlFor={nameId} className="mt-6 block font-medium">
				Name of the computer
			</label>
			<TextField
				id={nameId}
				value={name}
				maxLength={100}
				onChange={(event) => setName(event.target.value)}
				className="mt-1.5"
			/>
			{answer.error && <ErrorNote error={answer.error} className="mt-4" />}
			<div className="mt-6 flex gap-2 max-md:flex-col">
				<Button
					look="primary"
					disabled={answer.isPending || projectId === null || name.trim() === ''}
					onClick={() => answer.mutate(true)}
				>
					Approve this computer
				</Button>
				<Button look="danger" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
					Deny
				</Button>
			</div>
		</>
	)
}

/** Nothing where the value is not known. */
function Fact(props: { name: string; children: ReactNode }) {
	if (props.children === '') return null
	return (
		<>
			<dt className="text-muted">{props.name}</dt>
			<dd className="wrap-anywhere">{props.children}</dd>
		</>
	)
}

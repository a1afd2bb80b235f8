/** `/`: every project of the account. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import type { MadeKind } from '@fairlead/protocol/packs/kind'
import { isAtLeast } from '@fairlead/protocol/people/roles'
import { type Project, Project as ProjectSchema } from '@fairlead/protocol/projects/project'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
	ChartColumn,
	CircleHelp,
	Ellipsis,
	FolderKanban,
	KeyRound,
	Pencil,
	Plus,
	SlidersHorizontal,
	Swords,
	Trash2,
	Workflow,
} from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { automationsPath, settingsPath, usagePath } from '../../data/address.ts'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { healthQuery, isSignedOut, meQuery, projectsQuery } from '../../data/api/queries.ts'
import { useNeedsYou } from '../../data/conversations/needs-you.ts'
import { lastFirst, lastProject } from '../../data/person/last-project.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

type Open =
	| { kind: 'create' }
	| { kind: 'rename'; project: Project }
	| { kind: 'delete'; project: Project }

export default function ProjectsRoute() {
	const projects = useQuery(projectsQuery)
	const health = useQuery(healthQuery)
	const onTrial = useQuery(meQuery).data?.role === 'trial'
	const [open, setOpen] = useState<Open | null>(null)
	useTitle('Projects')
	const needs = useNeedsYou()
	if (isSignedOut(projects.error)) return <SignedOut />
	const list = projects.data
	const last = lastProject()
	return (
		<>
			<main className="mx-auto w-full max-w-3xl flex-1 px-4 py-8">
				<div className="flex items-center gap-4">
					<h1 className="flex-1 text-title font-semibold tracking-tight">Projects</h1>
					{list && list.length > 0 && (
						<Button onClick={() => setOpen({ kind: 'create' })}>
							<Plus /> New project
						</Button>
					)}
				</div>
				{health.data?.model.demo && (
					<Note
						level="info"
						title="This server uses the demo model"
						className="mt-4"
						action={
							!onTrial && (
								<Link to="/settings#models-and-keys" className={buttonClass()}>
									<KeyRound /> Add a key
								</Link>
							)
						}
					>
						The demo model is a small built-in planner that works offline.{' '}
						{onTrial
							? 'With an account, you can add the key of a real model’s provider.'
							: 'For a real model, add its provider’s key: it is checked, and your next message uses it.'}
					</Note>
				)}
				{projects.error && !list && (
					<ErrorNote
						error={projects.error}
						onRetry={() => void projects.refetch()}
						className="mt-4"
					/>
				)}
				{projects.isPending && <Skeleton rows={4} className="mt-8" />}
				{list?.length === 0 && (
					<div className="mt-4 rounded-lg border border-edge">
						<Empty
							icon={<FolderKanban />}
							title="No projects yet"
							action={
								<Button look="primary" onClick={() => setOpen({ kind: 'create' })}>
									<Plus /> New project
								</Button>
							}
						>
							A project holds conversations and is linked to one or more folders, such as Unity
							projects.
						</Empty>
					</div>
				)}
				{list && list.length > 0 && (
					<ul aria-label="Projects" className="mt-4 grid gap-4 md:grid-cols-2">
						{lastFirst(list, last).map((project) => (
							<Card
								key={project.id}
								project={project}
								isLast={list.length > 1 && project.id === last}
								waiting={waitingIn(project, needs)}
								onOpen={setOpen}
							/>
						))}
					</ul>
				)}
				<p className="mt-6 text-line text-muted">
					<Link to="/corewar" className="rounded-md underline">
						Core War workbench
					</Link>
				</p>
			</main>
			{open?.kind === 'delete' && <Delete project={open.project} onClose={() => setOpen(null)} />}
			{(open?.kind === 'create' || open?.kind === 'rename') && (
				<NameDialog
					project={open.kind === 'rename' ? open.project : null}
					onClose={() => setOpen(null)}
				/>
			)}
		</>
	)
}

/**
 * Conversations that need the person, by the feed; by the list of projects until the feed was read,
 * and for a project beyond the feed's list.
 */
function waitingIn(project: Project, needs: NeedsYou | undefined): number {
	const here = needs?.conversations.filter((one) => one.projectId === project.id).length
	return here === undefined || (here === 0 && needs?.more) ? project.needsYouCount : here
}

function Card(props: {
	project: Project
	/** Opened last in this browser. */
	isLast: boolean
	waiting: number
	onOpen: (open: Open) => void
}) {
	const { project } = props
	const navigate = useNavigate()
	const n = project.conversationCount
	return (
		<li className="relative min-w-0 rounded-lg border border-edge bg-surface hover:bg-hover">
			<Link to={`/p/${project.id}`} className="focus-inset block rounded-lg">
				<Picture project={project} />
				<span className="block py-2 pr-11 pl-4">
					<span className="block truncate font-medium" title={project.name}>
						{project.name}
					</span>
					<span className="tabular flex flex-wrap gap-x-4 text-line text-muted">
						{props.waiting > 0 && (
							<span className="flex items-center gap-1.5 font-medium text-warn">
								<CircleHelp aria-hidden className="size-4" />
								{props.waiting === 1 ? 'Needs you' : `${props.waiting} need you`}
							</span>
						)}
						<span>
							{n} {n === 1 ? 'conversation' : 'conversations'}
						</span>
						<RelativeTime at={project.lastUsedAt} />
						{props.isLast && <span>Opened last</span>}
					</span>
				</span>
			</Link>
			<div className="absolute right-2 bottom-3">
				<Menu
					trigger={
						<button
							type="button"
							aria-label={`Actions for ${project.name}`}
							className={iconButtonClass()}
						>
							<Ellipsis />
						</button>
					}
				>
					<MenuItem
						icon={<SlidersHorizontal />}
						onSelect={() => navigate(settingsPath(project.id))}
					>
						Settings
					</MenuItem>
					{project.role !== null && isAtLeast(project.role, 'editor') && (
						<MenuItem icon={<Workflow />} onSelect={() => navigate(automationsPath(project.id))}>
							Automations
						</MenuItem>
					)}
					<MenuItem icon={<ChartColumn />} onSelect={() => navigate(usagePath(project.id))}>
						Usage
					</MenuItem>
					<MenuItem icon={<Pencil />} onSelect={() => props.onOpen({ kind: 'rename', project })}>
						Rename
					</MenuItem>
					<MenuItem
						icon={<Trash2 />}
						danger
						onSelect={() => props.onOpen({ kind: 'delete', project })}
					>
						Delete
					</MenuItem>
				</Menu>
			</div>
		</li>
	)
}

/** The newest picture of the project's conversations: what its scene looked like. */
function Picture({ project: { picture, kind } }: { project: Project }) {
	const [failed, setFailed] = useState(false)
	const Icon = kind === 'corewar' ? Swords : FolderKanban
	return (
		<span className="flex h-40 items-center justify-center overflow-hidden rounded-t-lg border-b border-edge bg-raised">
			{picture !== undefined && !failed ? (
				<img
					src={picture}
					alt=""
					loading="lazy"
					className="size-full object-cover"
					onError={() => setFailed(true)}
				/>
			) : (
				<Icon aria-hidden className="size-8 text-faint" />
			)}
		</span>
	)
}

type Kind = 'folder' | MadeKind

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
	{ value: 'folder', label: 'Unity or folder' },
	{ value: 'corewar', label: 'Core War' },
]
const MEANS: Readonly<Record<Kind, string>> = {
	folder: 'The agent works in a Unity project, or in any folder that you link.',
	corewar: 'The agent writes Redcode warriors, tries them, and fights on the ladder.',
}

function NameDialog(props: { project: Project | null; onClose: () => void }) {
	const { project } = props
	const [name, setName] = useState(project?.name ?? '')
	const [kind, setKind] = useState<Kind>('folder')
	const client = useQueryClient()
	const navigate = useNavigate()
	const save = useMutation({
		mutationFn: (wanted: string) =>
			project
				? api(ProjectSchema, `/api/projects/${project.id}`, {
						method: 'PATCH',
						body: { name: wanted },
					})
				: api(ProjectSchema, '/api/projects', {
						method: 'POST',
						body: { name: wanted, ...(kind === 'folder' ? {} : { kind }) },
					}),
		onSuccess: (saved) => {
			void client.invalidateQueries({ queryKey: projectsQuery.queryKey })
			client.setQueryData(['project', saved.id], saved)
			props.onClose()
			if (!project) navigate(`/p/${saved.id}`)
		},
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (name.trim() !== '') save.mutate(name.trim())
	}
	return (
		<Dialog
			open
			onOpenChange={(next) => !next && props.onClose()}
			title={project ? 'Rename project' : 'New project'}
		>
			<form onSubmit={submit} className="mt-4">
				<label htmlFor="project-name" className="text-line font-medium">
					Name
				</label>
				<TextField
					id="project-name"
					className="mt-1.5"
					value={name}
					maxLength={100}
					onChange={(event) => setName(event.target.value)}
					placeholder="My game"
				/>
				{!project && (
					<div className="mt-4">
						<Choices
							label="Kind of project"
							name="project-kind"
							value={kind}
							choices={KINDS}
							onChoose={setKind}
						/>
						<p className="mt-2 text-line text-muted">{MEANS[kind]}</p>
					</div>
				)}
				{save.error && <ErrorNote error={save.error} className="mt-3" />}
				<div className="mt-5 flex justify-end gap-2">
					<Button look="quiet" onClick={props.onClose}>
						Cancel
					</Button>
					<Button type="submit" look="primary" disabled={name.trim() === '' || save.isPending}>
						{project ? 'Rename' : 'Create project'}
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

function Delete(props: { project: Project; onClose: () => void }) {
	const { project } = props
	const client = useQueryClient()
	const remove = useMutation({
		mutationFn: () => apiDone(`/api/projects/${project.id}`, { method: 'DELETE' }),
		onSuccess: () => {
			client.setQueryData(projectsQuery.queryKey, (list) =>
				list?.filter((p) => p.id !== project.id),
			)
			props.onClose()
		},
	})
	const n = project.conversationCount
	return (
		<Dialog
			open
			onOpenChange={(next) => !next && props.onClose()}
			title={`Delete “${project.name}”?`}
			description={`${n === 0 ? 'Its' : `Its ${n} ${n === 1 ? 'conversation' : 'conversations'},`} links and relay tokens will be deleted from this server. This cannot be undone. The linked folders are not affected.`}
		>
			{remove.error && <ErrorNote error={remove.error} className="mt-3" />}
			<div className="mt-5 flex justify-end gap-2">
				<Button look="quiet" onClick={props.onClose}>
					Keep project
				</Button>
				<Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
					Delete project
				</Button>
			</div>
		</Dialog>
	)
}

/** A computer's Unity projects, and the steps that bring one of them into this project, ticking themselves. */
import type { ListedUnityProject, SetUpStep } from '@fairlead/protocol/computers/computer-set-up'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { ConnectedRelay } from '@fairlead/protocol/wire/viewer-link'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle, CircleAlert, CircleDashed } from 'lucide-react'
import { useId, useState } from 'react'
import {
	lastUnityProject,
	rememberUnityProject,
	setUpUnityProject,
	unityProjectsQuery,
} from '../../data/api/computers.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note, Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { versionOf } from './phase.tsx'
import {
	blockedBy,
	isConnected,
	nextStep,
	progressOf,
	runsWithoutUnity,
	type StepName,
	type StepState,
} from './set-up-steps.ts'

/** While Unity starts: a computer that gives up shows within this time. */
const LOOK_AGAIN_MS = 5_000
/** Above this many, a field narrows the list. */
const FILTER_FROM = 8

export function ComputerSetUp(props: { projectId: string; relays: readonly ConnectedRelay[] }) {
	const { projectId, relays } = props
	const id = useId()
	const last = lastUnityProject(projectId)?.split(' ')
	const [chosen, choose] = useState(last?.[0] ?? null)
	const relay = relays.find(({ relayId }) => relayId === chosen) ?? relays[0]
	if (!relay) return null
	return (
		<section aria-label="Choose a Unity project" className="mt-5">
			{relays.length > 1 && (
				<>
					<label htmlFor={id} className="text-line font-medium">
						Computer
					</label>
					<Select
						id={id}
						value={relay.relayId}
						onChange={(event) => choose(event.target.value)}
						className="mt-1.5 mb-4"
					>
						{relays.map(({ relayId, hostName }) => (
							<option key={relayId} value={relayId}>
								{hostName}
							</option>
						))}
					</Select>
				</>
			)}
			<Projects
				key={relay.relayId}
				projectId={projectId}
				relay={relay}
				lastId={last?.[1] ?? null}
			/>
		</section>
	)
}

function Projects(props: { projectId: string; relay: ConnectedRelay; lastId: string | null }) {
	const { projectId, relay } = props
	const { state } = useRoom()
	const [chosen, choose] = useState<string | null>(null)
	const [filter, setFilter] = useState('')
	const list = useQuery({
		...unityProjectsQuery(projectId, relay.relayId),
		refetchInterval: LOOK_AGAIN_MS,
	})
	if (list.error && !list.data) {
		return toApiError(list.error).code === 'forbidden' ? (
			<Note level="info" title={`${relay.hostName} was paired by somebody else`}>
				Only that person, as an editor of this project, can set it up from here. On the computer
				itself, run <code className="font-mono">npm run fairlead -- projects</code>.
			</Note>
		) : (
			<ErrorNote error={list.error} onRetry={() => void list.refetch()} />
		)
	}
	if (!list.data) return <Skeleton rows={4} />
	const { projects, editors, problems } = list.data
	const seatOf = (one: ListedUnityProject) =>
		state?.editors.find(({ editorKey }) => editorKey === one.editorKey)
	const usable = projects.filter(isUsable)
	const project =
		projects.find((one) => one.id === chosen) ??
		(chosen === null
			? (usable.find((one) => one.editorKey === state?.target) ??
				usable.find((one) => one.id === props.lastId))
			: undefined)
	const wanted = filter.trim().toLowerCase()
	const shown = projects.filter(
		(one) => one.id === project?.id || `${one.name} ${one.path}`.toLowerCase().includes(wanted),
	)
	return (
		<>
			<h3 className="font-medium">Unity projects on {relay.hostName}</h3>
			{projects.length === 0 && (
				<Note level="info" title="No Unity project was found there" className="mt-2">
					Open one in Unity Hub on that computer, and it appears here.
				</Note>
			)}
			{projects.length > FILTER_FROM && (
				<TextField
					aria-label="Filter the projects"
					placeholder="Filter"
					value={filter}
					onChange={(event) => setFilter(event.target.value)}
					className="mt-2"
				/>
			)}
			{projects.length > 0 && (
				<fieldset className="mt-2 max-h-64 overflow-y-auto rounded-lg border border-edge bg-surface">
					<legend className="sr-only">Unity project</legend>
					{shown.map((one) => (
						<Choice
							key={one.id}
							project={one}
							seat={seatOf(one)}
							group={relay.relayId}
							checked={one.id === project?.id}
							onChoose={() => choose(one.id)}
						/>
					))}
				</fieldset>
			)}
			{projects.length > 0 && (
				<p className="mt-2 text-cap text-muted">
					Your own project is not listed? Open it once from Unity Hub on {relay.hostName}, and it
					appears here.
				</p>
			)}
			{problems.length > 0 && (
				<ul className="mt-2 text-cap text-muted wrap-anywhere">
					{problems.map((problem) => (
						<li key={problem}>{problem}</li>
					))}
				</ul>
			)}
			{project && (
				<Steps
					key={project.id}
					projectId={projectId}
					relay={relay}
					project={project}
					seat={seatOf(project)}
					editors={editors}
				/>
			)}
		</>
	)
}

/** Others are listed to say why they cannot be set up. */
const isUsable = ({ folder }: ListedUnityProject): boolean => folder === 'project'

function Choice(props: {
	project: ListedUnityProject
	seat: EditorSeat | undefined
	group: string
	checked: boolean
	onChoose: () => void
}) {
	const { project, seat } = props
	const usable = isUsable(project)
	const notes = [
		runsWithoutUnity(project, seat) && seat
			? `${versionOf(seat)}, without Unity`
			: project.version && `Unity ${project.version}`,
		project.folder === 'missing' ? 'The folder is gone' : null,
		project.folder === 'other' ? 'Not a Unity project' : null,
		isConnected(seat) ? 'Connected' : project.open === 'open' ? 'Open' : null,
		project.linked === 'other' ? 'Linked to another project' : null,
	].filter(Boolean)
	return (
		<label
			className={cx(
				'flex min-h-11 items-center gap-3 border-b border-edge px-3 py-2 last:border-b-0 has-checked:bg-press has-focus-visible:outline-2 has-focus-visible:-outline-offset-2',
				usable ? 'cursor-pointer hover:bg-hover' : 'text-muted',
			)}
		>
			<input
				type="radio"
				name={`unity-project-${props.group}`}
				checked={props.checked}
				disabled={!usable}
				onChange={props.onChoose}
				className="shrink-0"
			/>
			<span className="min-w-0 flex-1">
				<span className="block truncate font-medium">{project.name}</span>
				<span className="block truncate text-cap text-muted" title={project.path}>
					{project.path}
				</span>
				<span className="block text-cap text-muted">{notes.join(' · ')}</span>
			</span>
		</label>
	)
}

const WORDS: Readonly<Record<StepName, string>> = {
	link: 'Link the folder to this project',
	install: 'Install the package',
	open: 'Open it in Unity',
	connect: 'Connected',
}
const ICONS: Readonly<Record<StepState, { icon: typeof Check; tint: string; word: string }>> = {
	done: { icon: Check, tint: 'text-ok', word: 'done' },
	doing: { icon: CircleDashed, tint: 'text-accent', word: 'in progress' },
	todo: { icon: Circle, tint: 'text-faint', word: 'not done yet' },
	failed: { icon: CircleAlert, tint: 'text-danger', word: 'failed' },
	blocked: { icon: CircleAlert, tint: 'text-warn', word: 'needs you' },
}

function Steps(props: {
	projectId: string
	relay: ConnectedRelay
	project: ListedUnityProject
	seat: EditorSeat | undefined
	editors: readonly string[]
}) {
	const { projectId, relay, project, seat, editors } = props
	const client = useQueryClient()
	const store = useRoomStore()
	const [step, setStep] = useState<SetUpStep | null>(null)
	const run = useMutation({
		mutationFn: async () => {
			rememberUnityProject(projectId, relay.relayId, project.id)
			// The room may not show the seat yet: what the computer itself said counts.
			for (let at = project; ; ) {
				const next = nextStep(at, seat)
				if (next === null || blockedBy(next, at, editors) !== null) {
					// Chosen to be worked in. A folder that could not be linked has no seat to choose.
					if (at.linked === 'here') await store?.setTarget(at.editorKey)
					return
				}
				setStep(next)
				at = (await setUpUnityProject(projectId, relay.relayId, at.id, next)).project
				const { queryKey } = unityProjectsQuery(projectId, relay.relayId)
				client.setQueryData(
					queryKey,
					(known) =>
						known && {
							...known,
							projects: known.projects.map((one) => (one.id === at.id ? at : one)),
						},
				)
			}
		},
	})
	const next = nextStep(project, seat)
	const blocked = next === null ? null : blockedBy(next, project, editors)
	const at =
		step === null || !(run.isPending || run.isError)
			? null
			: ({ step, state: run.isPending ? 'doing' : 'failed' } as const)
	return (
		<>
			<ol aria-label="Steps" className="mt-4 flex flex-col gap-2" aria-live="polite">
				{progressOf(project, seat, editors, at).map(({ name, state }) => {
					const { icon: Icon, tint, word } = ICONS[state]
					return (
						<li key={name} className="flex items-center gap-2.5 text-line">
							<Icon aria-hidden className={cx('size-4 shrink-0', tint)} />
							<span className={cx(state === 'todo' && 'text-muted')}>
								{name === 'connect' && runsWithoutUnity(project, seat)
									? 'The simulated editor is connected'
									: WORDS[name]}
							</span>
							<span className="sr-only">{word}</span>
						</li>
					)
				})}
			</ol>
			{runsWithoutUnity(project, seat) && (
				<p className="mt-3 text-line text-muted">
					Unity is not involved here: no package is installed and nothing is open in Unity. To work
					in Unity, choose a project of your own.
				</p>
			)}
			{blocked !== null && (
				<Note level="warning" title="This step needs you" className="mt-3">
					{blocked}
				</Note>
			)}
			{run.error && <ErrorNote error={run.error} className="mt-3" />}
			{next === null && !isConnected(seat) && (
				<p className="mt-3 text-line text-muted">
					Unity is starting, which takes a while for a large project. If it was open already, give
					its window the focus, so that it imports the package.
				</p>
			)}
			{next !== null && blocked === null && (
				<Button
					look="primary"
					className="mt-4"
					disabled={run.isPending}
					onClick={() => run.mutate()}
				>
					{run.isError ? 'Try again' : `Set up ${project.name}`}
				</Button>
			)}
		</>
	)
}

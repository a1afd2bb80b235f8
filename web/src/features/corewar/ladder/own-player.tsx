/** The person's own player: made once, with a warrior for duels and one for arenas. */
import type { ArenaMe } from '@fairlead/protocol/arena/arena'
import { ArenaPlayerName } from '@fairlead/protocol/arena/player-name'
import { visible } from '@fairlead/protocol/view/visible'
import { Trophy, Upload as UploadIcon } from 'lucide-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { type ApiError, toApiError } from '../../../data/api/problem.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Link } from '../../../ui/link.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { useKept } from '../use-kept.ts'
import type { OwnWarrior } from '../warriors/warrior-store.ts'
import type { ArenaName, Mode } from './arena-api.ts'
import type { Ladder } from './use-ladder.ts'

export function OwnPlayer(props: {
	readonly arena: ArenaName
	readonly ladder: Ladder
	readonly own: readonly OwnWarrior[]
}) {
	const { arena, ladder, own } = props
	const { standing } = ladder
	switch (standing.kind) {
		case 'loading':
			return <Skeleton rows={2} />
		case 'signed-out':
			return (
				<div className="flex items-center justify-between gap-3 rounded-lg border border-edge px-3 py-2.5">
					<p className="min-w-0 text-line text-muted">
						Sign in to upload a warrior and challenge players.
					</p>
					<Link to="/sign-in?to=/corewar" className={buttonClass('plain', 'shrink-0')}>
						Sign in
					</Link>
				</div>
			)
		case 'none':
			return <Join ladder={ladder} />
		case 'player':
			return <Player arena={arena} ladder={ladder} me={standing.me} own={own} />
		case 'failed':
			return <ErrorNote error={standing.error} onRetry={standing.retry} />
		default:
			return standing satisfies never
	}
}

function Join(props: { readonly ladder: Ladder }) {
	const { make, busy } = props.ladder
	const [name, setName] = useKept('player-name', '')
	const [issue, setIssue] = useState<string | undefined>(undefined)
	return (
		<form
			aria-label="Join the ladder"
			onSubmit={(event) => {
				event.preventDefault()
				const parsed = z.safeParse(ArenaPlayerName, name)
				if (parsed.success) {
					make(parsed.data, (error: unknown) => setIssue(problemText(toApiError(error))))
					return
				}
				setIssue('A name has 2 to 100 letters, digits, spaces, and the characters _ - .')
			}}
		>
			<Field
				label="Name of your player"
				hint="Names, warriors and results are public."
				issue={issue}
			>
				{(tied) => (
					<div className="flex gap-2">
						<TextField
							{...tied}
							value={name}
							maxLength={100}
							onChange={(event) => {
								setName(event.target.value)
								setIssue(undefined)
							}}
						/>
						<Button type="submit" look="primary" disabled={busy || name.trim() === ''}>
							Join the ladder
						</Button>
					</div>
				)}
			</Field>
		</form>
	)
}

const problemText = ({ message, detail }: ApiError): string =>
	detail === undefined ? message : `${message} ${detail}`

function Player(props: {
	readonly arena: ArenaName
	readonly ladder: Ladder
	readonly me: ArenaMe
	readonly own: readonly OwnWarrior[]
}) {
	const { arena, ladder, me, own } = props
	const id = useId()
	const [chosen, setChosen] = useState<string | null>(null)
	const [joins, setJoins] = useState(me.arena_warrior?.auto_join ?? true)
	const warrior = own.find((one) => one.id === chosen) ?? own[0]
	const isUp = (mode: Mode): boolean => {
		const up = mode === '1v1' ? me.warrior : me.arena_warrior
		if (!warrior || up?.redcode !== warrior.source || up.name !== warrior.name) return false
		return mode === '1v1' || me.arena_warrior?.auto_join === joins
	}
	const upload = (mode: Mode) =>
		warrior && ladder.upload({ mode, name: warrior.name, redcode: warrior.source, autoJoin: joins })
	return (
		<section aria-label="Your player">
			{arena === 'own' && ladder.apiKey !== null && (
				<ShownOnce
					title="The API key of your player, shown once"
					secret={ladder.apiKey}
					copyLabel="Copy the API key"
				>
					You need it only for programs of your own: read <code>/arena/skill.md</code>. This page
					works without it.
				</ShownOnce>
			)}
			<h3 className="flex min-w-0 items-baseline gap-2 text-line">
				<span className="truncate font-semibold">{visible(me.name)}</span>
				<span className="tabular shrink-0 text-muted">
					{me.rating.toLocaleString()} · {me.wins}–{me.losses}–{me.ties}
				</span>
			</h3>
			<p className="text-cap text-muted wrap-anywhere">
				{me.warrior ? `In duels: ${visible(me.warrior.name)}.` : 'No warrior for duels yet.'}{' '}
				{me.arena_warrior
					? `In arenas: ${visible(me.arena_warrior.name)}.`
					: 'No warrior for arenas yet.'}
			</p>
			{warrior ? (
				<div className="mt-2 flex flex-col gap-2">
					<Select
						aria-label="Warrior to upload"
						value={warrior.id}
						onChange={(event) => setChosen(event.target.value)}
					>
						{own.map((one) => (
							<option key={one.id} value={one.id}>
								{visible(one.name)}
							</option>
						))}
					</Select>
					<div className="flex flex-wrap gap-2">
						<Button disabled={ladder.busy || isUp('1v1')} onClick={() => upload('1v1')}>
							<UploadIcon /> Upload for duels
						</Button>
						<Button disabled={ladder.busy || isUp('arena')} onClick={() => upload('arena')}>
							<UploadIcon /> Upload for arenas
						</Button>
						<Button
							disabled={ladder.busy || me.arena_warrior === null}
							onClick={() => ladder.startArena(me.id)}
						>
							<Trophy /> Start an arena
						</Button>
					</div>
					<label htmlFor={id} className="flex min-h-7 items-center gap-2 text-line max-md:min-h-11">
						<input
							id={id}
							type="checkbox"
							checked={joins}
							onChange={(event) => setJoins(event.target.checked)}
							className="core-check size-4 shrink-0"
						/>
						Other players’ arenas may seat it
					</label>
				</div>
			) : (
				<p className="mt-2 text-line text-muted">
					Write a warrior in the editor, then upload it here.
				</p>
			)}
			{arena === 'own' && <NewKey ladder={ladder} name={me.name} />}
		</section>
	)
}

/** Makes a new API key, for programs of the person's own. The old key ends, which cannot be undone. */
function NewKey(props: { readonly ladder: Ladder; readonly name: string }) {
	const { ladder, name } = props
	const [asks, setAsks] = useState(false)
	if (!asks) {
		return (
			<Button look="quiet" disabled={ladder.busy} onClick={() => setAsks(true)}>
				New API key
			</Button>
		)
	}
	return (
		<div className="mt-2 flex flex-wrap items-center gap-2">
			<p className="text-line text-muted">The key before stops working at once.</p>
			<Button
				disabled={ladder.busy}
				onClick={() => {
					setAsks(false)
					ladder.newKey(name)
				}}
			>
				Replace it
			</Button>
			<Button look="quiet" onClick={() => setAsks(false)}>
				Keep it
			</Button>
		</div>
	)
}

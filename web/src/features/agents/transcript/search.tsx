/** Looks for a text in a whole transcript, from its end on, a bounded part at a time. */
import type { TranscriptEntry } from '@fairlead/protocol/agents/agents'
import { AGENT_LIMITS } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { type FormEvent, useRef, useState } from 'react'
import { useRoomStore } from '../../../data/room/room-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FIELD } from '../../../ui/form/form.tsx'
import { partOf } from './reader.ts'

/** The search pauses after this many entries; a button continues it. */
const ENOUGH = 20
const AROUND = 60

interface Found {
	readonly entries: readonly TranscriptEntry[]
	/** The byte before which the search continues; 0: all was searched. */
	readonly from: number
	readonly failure: string | null
}

const textOf = (entry: TranscriptEntry): string =>
	entry.kind === 'tool' ? `${entry.text} ${entry.input}` : entry.text

/** The text around the first place, on one line. */
export function snippetOf(
	text: string,
	wanted: string,
): [before: string, hit: string, after: string] {
	const at = text.toLowerCase().indexOf(wanted.toLowerCase())
	if (at < 0) return [text.slice(0, 2 * AROUND), '', '']
	const end = at + wanted.length
	const line = (part: string): string => visible(part.replace(/\s+/g, ' '))
	return [
		(at > AROUND ? '…' : '') + line(text.slice(Math.max(0, at - AROUND), at)),
		line(text.slice(at, end)),
		line(text.slice(end, end + AROUND)) + (end + AROUND < text.length ? '…' : ''),
	]
}

export function TranscriptSearch(props: {
	editorKey: string
	agentId: string
	onShow: (byte: number) => void
}) {
	const { editorKey, agentId } = props
	const store = useRoomStore()
	const [text, setText] = useState('')
	const [wanted, setWanted] = useState('')
	const [found, setFound] = useState<Found | null>(null)
	const [looking, setLooking] = useState(false)
	/** The number of the latest search. A new one ends the search before. */
	const search = useRef(0)

	const look = async (find: string, had: Found | null) => {
		if (!store) return
		const mine = ++search.current
		let now: Found = { entries: had?.entries ?? [], from: had?.from ?? 0, failure: null }
		const enough = now.entries.length + ENOUGH
		setLooking(true)
		let before = had?.from
		do {
			const read = partOf(
				await store.ask('room.agents', {
					of: 'transcript',
					editorKey,
					agentId,
					find,
					...(before === undefined ? {} : { before }),
				}),
			)
			if (mine !== search.current) return
			if ('failure' in read) {
				now = { ...now, failure: read.failure.message }
				setFound(now)
				break
			}
			before = read.part.from
			now = {
				entries: [...now.entries, ...read.part.entries.toReversed()],
				from: before,
				failure: null,
			}
			setFound(now)
		} while (before > 0 && now.entries.length < enough)
		setLooking(false)
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const find = text.trim()
		setWanted(find)
		setFound(null)
		if (find !== '') void look(find, null)
	}
	return (
		<search className="border-b border-edge px-4 py-2">
			<form onSubmit={submit} className="flex items-center gap-2">
				<input
					type="search"
					aria-label="Find in this transcript"
					placeholder="Find in this transcript"
					maxLength={AGENT_LIMITS.find}
					value={text}
					onChange={({ target }) => setText(target.value)}
					className={`${FIELD} min-w-0 flex-1`}
				/>
				<Button type="submit" disabled={text.trim() === '' || looking} aria-busy={looking}>
					{looking ? 'Looking' : 'Find'}
				</Button>
			</form>
			<div role="status" className="text-line text-muted">
				{found && (
					<p className="pt-1.5">
						{found.entries.length === 0
							? found.from > 0
								? 'Nothing found yet.'
								: `Nothing in this transcript has “${wanted}”.`
							: `${found.entries.length} ${found.entries.length === 1 ? 'entry' : 'entries'}, the newest first.`}
						{found.failure !== null && <span className="text-danger"> {found.failure}</span>}
					</p>
				)}
			</div>
			{found && found.entries.length > 0 && (
				<ul aria-label="Found entries" className="mt-1 max-h-60 overflow-y-auto">
					{found.entries.map((entry) => {
						const [before, hit, after] = snippetOf(textOf(entry), wanted)
						return (
							<li key={`${entry.byte} ${entry.kind} ${'toolId' in entry ? entry.toolId : ''}`}>
								<button
									type="button"
									onClick={() => props.onShow(entry.byte)}
									className="w-full rounded-md px-2 py-1 text-left text-line wrap-anywhere hover:bg-hover max-md:min-h-11"
								>
									{before}
									<mark className="rounded-sm bg-warn-soft text-text">{hit}</mark>
									{after}
								</button>
							</li>
						)
					})}
				</ul>
			)}
			{found && found.from > 0 && !looking && (
				<Button look="quiet" className="mt-1 text-line" onClick={() => void look(wanted, found)}>
					Look further back
				</Button>
			)}
		</search>
	)
}

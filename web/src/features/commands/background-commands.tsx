/** Above the composer: the commands of the agent that run in the background in the folder, each with its output and Stop. */

import { CommandList, type ListedCommand } from '@fairlead/protocol/commands/running-commands'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useId, useState } from 'react'
import { useParams } from 'react-router'
import { stopCommand } from '../../data/api/commands.ts'
import { toastError } from '../../data/api/toast-error.ts'
import { useMayAnswer } from '../../data/person/use-role.ts'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { PartBoundary } from '../../ui/loading/part-boundary.tsx'
import { Reveal } from '../../ui/reveal.tsx'
import { exactTime, RelativeTime } from '../../ui/text/time.tsx'
import { OutputBox } from './output-box.tsx'

/** An end is told by the count at once; this is for the size of the output, and for lost messages. */
const REFRESH_MS = 5_000

export function BackgroundCommands({ seat }: { seat: EditorSeat }) {
	const [open, setOpen] = useState(false)
	const id = useId()
	const running = seat.backgroundCommands ?? 0
	// A command that has just ended can be read until the list is closed.
	if (running === 0 && !open) return null
	return (
		<section
			aria-label="Commands in the background"
			className="mb-2 rounded-lg border border-edge bg-raised"
		>
			<button
				type="button"
				aria-expanded={open}
				aria-controls={id}
				onClick={() => setOpen(!open)}
				className="flex min-h-8 w-full items-center gap-2 rounded-lg px-3 py-1 text-left text-line text-muted hover:bg-hover max-md:min-h-11"
			>
				<SquareTerminal aria-hidden className="size-3.5 shrink-0 text-faint" />
				<span className="min-w-0 flex-1 truncate">
					{running === 0
						? 'No command runs in the background'
						: running === 1
							? '1 command runs in the background'
							: `${running} commands run in the background`}
				</span>
				<span aria-hidden className="shrink-0 text-cap text-faint">
					{open ? 'Hide' : 'Show'}
				</span>
			</button>
			<div id={id}>
				{open && (
					<PartBoundary what="The list of commands" className="m-3" resetKey={seat.editorKey}>
						<List editorKey={seat.editorKey} running={running} />
					</PartBoundary>
				)}
			</div>
		</section>
	)
}

/** A sentence: why there is none. */
type Listed = readonly ListedCommand[] | string | null

function List(props: { editorKey: string; running: number }) {
	const { editorKey, running } = props
	const store = useRoomStore()
	const { link } = useRoom()
	const { data, refetch } = useQuery({
		// Another count is another list.
		queryKey: ['commands', editorKey, running],
		queryFn: async (): Promise<Listed> => {
			const outcome = await store?.ask('room.commands', { of: 'folder', editorKey })
			if (outcome?.status !== 'ok') return outcome?.error.message ?? null
			return CommandList.parse(outcome.result).commands
		},
		enabled: store !== null && link === 'open',
		placeholderData: (before: Listed | undefined) => before,
		refetchInterval: ({ state }) => (Array.isArray(state.data) ? REFRESH_MS : false),
	})
	if (data === undefined) return <Skeleton rows={2} className="p-3" />
	if (data === null || typeof data === 'string')
		return <p className="px-3 pb-2 text-line text-muted">{data}</p>
	return (
		<ul className="max-h-80 overflow-y-auto border-t border-edge">
			{data.map((command) => (
				<Row
					key={command.handle}
					editorKey={editorKey}
					command={command}
					onStopped={() => void refetch()}
				/>
			))}
			{data.length === 0 && (
				<li className="px-3 py-2 text-line text-muted">
					Commands that the agent starts in the background appear here.
				</li>
			)}
		</ul>
	)
}

function Row(props: { editorKey: string; command: ListedCommand; onStopped: () => void }) {
	const { editorKey, command } = props
	const { handle, state, startedAt } = command
	const { projectId = '' } = useParams()
	const { link } = useRoom()
	const mayStop = useMayAnswer()
	const [reads, setReads] = useState(false)
	const line = visible(command.line)
	const stop = useMutation({
		mutationFn: () => stopCommand(projectId, editorKey, handle),
		onSuccess: props.onStopped,
		onError: toastError,
	})
	return (
		<li className="border-b border-edge px-3 py-2 last:border-b-0">
			<div className="flex items-start gap-3">
				<div className="min-w-0 flex-1">
					<p dir="ltr" className="line-clamp-3 font-mono text-line wrap-anywhere" title={line}>
						{line}
					</p>
					<p className="tabular text-cap text-muted">
						{WORDS[state](command)}
						<span title={exactTime(startedAt)}>
							{' · started '}
							<RelativeTime at={startedAt} />
							{Date.now() - startedAt >= 60_000 && ' ago'}
						</span>
					</p>
				</div>
				{state === 'running' && mayStop && (
					<Button
						aria-label={`Stop ${line}`}
						className="shrink-0 text-line"
						disabled={link !== 'open' || stop.isPending}
						aria-busy={stop.isPending}
						onClick={() => stop.mutate()}
					>
						{stop.isPending ? 'Stopping' : 'Stop'}
					</Button>
				)}
			</div>
			<Reveal
				open={reads}
				onToggle={() => setReads(!reads)}
				show="Show output"
				hide="Hide output"
			/>
			{reads && (
				<OutputBox asked={{ of: 'command', editorKey, handle }} label={`Output of ${line}`} low />
			)}
		</li>
	)
}

const WORDS: Readonly<Record<ListedCommand['state'], (command: ListedCommand) => string>> = {
	running: () => 'Running',
	exited: ({ exitCode }) => `Ended with exit code ${exitCode ?? 'unknown'}`,
	timed_out: () => 'Ended because its time was up',
	too_much_output: () => 'Ended because it wrote too much',
	ended: () => 'Stopped',
}

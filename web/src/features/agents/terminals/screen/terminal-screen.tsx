/** A terminal of a computer, shown and typed into. Its code comes when one is opened. */
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { Ear, TextSearch } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useRoom, useRoomStore } from '../../../../data/room/room-context.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { readStored, writeStored } from '../../../../ui/layout.ts'
import { toasts } from '../../../../ui/overlays/toasts.ts'
import { useIsOwnPage } from '../../opened.tsx'
import { openedHere, useAct } from '../use-act.ts'
import { terminalTitle } from '../words.ts'
import { pieces } from './input.ts'
import { LEAVE_KEYS, type PageUse } from './key-use.ts'
import { PhoneKeys } from './phone-keys.tsx'
import { ScreenSearch } from './screen-search.tsx'
import { StateBar } from './state-bar.tsx'
import { useFeed, useFitting, useScreen } from './use-screen.ts'

export { fontLoaded } from './theme.ts'

const READS_KEY = 'fairlead.terminal-reader'

export default function TerminalScreen(props: {
	editorKey: string
	terminal: Terminal
	/** Another value after the relay has reconnected. */
	connectedAt: number
}) {
	const { editorKey, terminal } = props
	const { terminalId, writer, state } = terminal
	const of = { editorKey, terminalId }
	const hintId = useId()
	const store = useRoomStore()
	const { link } = useRoom()
	const box = useRef<HTMLDivElement>(null)
	const hint = useRef<HTMLParagraphElement>(null)
	const [finds, setFinds] = useState(false)
	const [reads, setReads] = useState(() => readStored(READS_KEY) === 'on')
	const take = useAct(() => screen?.focus())
	const resize = useAct()

	const uses: Readonly<Record<PageUse, () => void>> = {
		leave: () => hint.current?.focus(),
		copy: () => {
			const text = screen?.selection ?? ''
			if (text === '') return
			navigator.clipboard
				.writeText(text)
				.catch(() =>
					toasts.add({ title: 'The browser blocked copying. Use its own menu instead.' }),
				)
		},
		find: () => setFinds(true),
		'page-up': () => screen?.scroll(-1),
		'page-down': () => screen?.scroll(1),
	}
	const screen = useScreen(box, {
		label: `Terminal: ${terminalTitle(terminal)}`,
		describedBy: hintId,
		onInput: (data) => {
			for (const piece of pieces(data)) store?.tell('terminal.input', { ...of, data: piece })
		},
		onUse: (use) => uses[use](),
	})
	const { viewer, failure, again } = useFeed(screen, editorKey, terminalId, props.connectedAt)

	const runs = state.kind === 'running'
	const isOther = writer !== undefined && viewer !== null && writer.viewer !== viewer
	const isOwn = useIsOwnPage(writer?.viewer)
	const isWriter = runs && writer !== undefined && writer.viewer === viewer
	const types = runs && link === 'open' && viewer !== null && (!writer || isWriter)
	useEffect(() => {
		if (screen) screen.taking = !types ? 'nothing' : isWriter ? 'keys' : 'first'
	}, [screen, types, isWriter])
	useEffect(() => {
		if (types && openedHere.delete(terminalId)) screen?.focus()
	}, [screen, types, terminalId])
	useEffect(() => {
		if (screen) screen.reads = reads
	}, [screen, reads])
	const fit = () => {
		const wanted = screen?.fitting
		const now = screen?.size
		if (!wanted || (wanted.columns === now?.columns && wanted.rows === now.rows)) return
		// The size comes with the output, in its place. If it fails, the terminal has its own and the box scrolls.
		resize.mutate({ ...of, act: 'resize', size: wanted })
	}
	useFitting(box, isWriter && types ? fit : null)

	return (
		<section aria-label="Terminal" className="flex min-h-0 min-w-0 flex-1 flex-col">
			<StateBar
				terminal={terminal}
				connected={link === 'open'}
				isOther={isOther}
				isOwn={isOwn}
				loading={viewer === null}
				failure={failure ?? (isOther && take.error ? take.error.message : null)}
				onAgain={failure === null ? null : again}
				taking={take.isPending}
				onTake={() => take.mutate({ ...of, act: 'take', size: screen?.fitting ?? terminal.size })}
			/>
			<div className="relative flex min-h-0 flex-1 flex-col">
				<div ref={box} className="terminal-box" />
				{finds && screen && (
					<ScreenSearch
						screen={screen}
						onClose={() => {
							setFinds(false)
							screen.focus()
						}}
					/>
				)}
			</div>
			<PhoneKeys disabled={!types} onPress={(key) => screen?.press(key)} />
			<div className="flex items-center gap-1 border-t border-edge px-4 py-1">
				<p
					ref={hint}
					id={hintId}
					tabIndex={-1}
					className="terminal-hint min-w-0 flex-1 truncate rounded-sm text-cap text-muted"
				>
					{types
						? `Tab and Escape go to the program. ${LEAVE_KEYS} leaves the terminal.`
						: 'Page Up and Page Down scroll. Tab leaves the terminal.'}
				</p>
				<IconButton
					label="Read it to a screen reader"
					aria-pressed={reads}
					onClick={() => {
						setReads(!reads)
						writeStored(READS_KEY, reads ? 'off' : 'on')
					}}
				>
					<Ear />
				</IconButton>
				<IconButton
					label="Find in this terminal"
					aria-expanded={finds}
					onClick={() => setFinds(!finds)}
				>
					<TextSearch />
				</IconButton>
			</div>
		</section>
	)
}

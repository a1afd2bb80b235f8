/** The transcript of one agent's session, from its end on. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { ChevronsDown, FileText, TextSearch } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty, Note, Skeleton } from '../../../ui/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { OpenHeader } from '../open-header.tsx'
import { factsOf, statusWords } from '../words.ts'
import { Entry } from './entries.tsx'
import { keyOf, piecesOf } from './pieces.ts'
import { TranscriptSearch } from './search.tsx'
import { beginsLater, useTranscript } from './use-transcript.ts'

/** Closer to the end than this counts as being at the end. */
const NEAR_END_PX = 48

/** Copies the path of the session's file, for people at its computer. */
const CopyPath = ({ path }: { path: string }) => (
	<CopyButton text={() => path} label="Copy the path of this transcript" />
)

export function Transcript(props: {
	editorKey: string
	agentId: string
	/** Undefined if its card is not there, or not yet. */
	card: AgentCard | undefined
	/** Its folder's cards are on their way. */
	reading: boolean
	/** Another value after the relay has reconnected. */
	connectedAt: number
	/** The cards, where they are not beside it. */
	back: string | null
	/** Other views of the same, beside its name. */
	choice?: ReactNode
}) {
	const { editorKey, agentId, card } = props
	const [atBottom, setAtBottom] = useState(true)
	const { shown, failure, atEnd, show, readOn } = useTranscript(
		{ editorKey, agentId },
		card,
		props.connectedAt,
		atBottom,
	)
	const [finds, setFinds] = useState(false)
	const scroller = useRef<HTMLDivElement>(null)
	const toBottom = () => scroller.current?.scrollTo({ top: 0 })
	/** The height of the box's content before entries come in below what is read; null: nothing is to be held. */
	const heldHeight = useRef<number | null>(null)
	useLayoutEffect(() => {
		const box = scroller.current
		if (!box || heldHeight.current === null || box.scrollHeight === heldHeight.current) return
		box.scrollTop -= box.scrollHeight - heldHeight.current
		heldHeight.current = null
	})
	const readLater = () => {
		heldHeight.current = scroller.current?.scrollHeight ?? null
		void readOn('after')
	}
	/** Shows what was found at the top of the box. */
	const showAt = async (byte: number) => {
		await show(byte)
		requestAnimationFrame(() =>
			scroller.current?.querySelector('[data-entry]')?.scrollIntoView({ block: 'start' }),
		)
	}
	const isEmpty = beginsLater({ shown, failure }, card)
	const isUnsure = failure?.missing === true && !shown && props.reading
	const pieces = useMemo(() => piecesOf(shown?.entries ?? []), [shown])
	return (
		<section aria-label="Transcript" className="flex min-h-0 min-w-0 flex-1 flex-col">
			<OpenHeader
				editorKey={editorKey}
				title={card ? visible(card.title) || 'Untitled session' : 'Session'}
				facts={card ? [statusWords(card.status), ...factsOf(card)] : []}
				back={props.back}
			>
				<IconButton
					label="Find in this transcript"
					aria-expanded={finds}
					onClick={() => setFinds(!finds)}
				>
					<TextSearch />
				</IconButton>
				{shown?.file !== undefined && <CopyPath path={shown.file} />}
				{props.choice}
			</OpenHeader>
			{finds && (
				<TranscriptSearch
					editorKey={editorKey}
					agentId={agentId}
					onShow={(byte) => void showAt(byte)}
				/>
			)}
			<div className="relative min-h-0 flex-1">
				<div
					ref={scroller}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
					tabIndex={0}
					role="log"
					aria-label="Entries"
					aria-live="off"
					// Its end is where it begins to scroll: what is added above or, at the end, below moves nothing.
					className="focus-inset flex h-full flex-col-reverse overflow-y-auto"
					onScroll={({ currentTarget }) => setAtBottom(-currentTarget.scrollTop < NEAR_END_PX)}
				>
					<div className="mx-auto w-full grow max-w-[792px] px-4 py-3">
						{failure !== null && !isEmpty && !isUnsure && (
							<Note
								level="warning"
								title="The transcript cannot be read"
								action={<Button onClick={() => void show()}>Try again</Button>}
							>
								{failure.message}
							</Note>
						)}
						{!shown && (failure === null || isUnsure) && <Skeleton rows={8} />}
						{(isEmpty || (shown && pieces.length === 0)) && (
							<Empty icon={<FileText />} title="Nothing in it yet">
								The agent's messages and tools appear here.
							</Empty>
						)}
						{shown && shown.from > 0 && (
							<div className="flex justify-center pb-2">
								<Button look="quiet" onClick={() => void readOn('before')}>
									Earlier
								</Button>
							</div>
						)}
						{pieces.map((piece) => (
							<div key={keyOf(piece)} data-entry>
								<Entry piece={piece} />
							</div>
						))}
						{shown && !atEnd && (
							<div className="flex justify-center gap-2 pt-2">
								<Button look="quiet" onClick={readLater}>
									Later
								</Button>
								<Button look="quiet" onClick={() => void show().then(toBottom)}>
									To the end
								</Button>
							</div>
						)}
					</div>
				</div>
				{shown && atEnd && !atBottom && (
					<Button
						className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
						onClick={toBottom}
					>
						<ChevronsDown /> Newest
					</Button>
				)}
			</div>
		</section>
	)
}

/** A conversation on screen: history, the answer that grows, and the composer. */

import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { MessagePage } from '@fairlead/protocol/conversations/messages'
import type { ConversationMode, Steer } from '@fairlead/protocol/conversations/runs'
import { callsOf } from '@fairlead/protocol/view/call-view'
import { clientCallIn } from '@fairlead/protocol/wire/client-call'
import { ArrowDown, Square } from 'lucide-react'
import { type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../actions/registry.ts'
import { useActions, useMoment } from '../../actions/use-actions.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toastError } from '../../data/api/toast-error.ts'
import { useUpdateConversation } from '../../data/conversations/conversations.ts'
import { useMayAnswer, useMayEdit } from '../../data/person/use-role.ts'
import { SharedVisit } from '../../data/shared-visit.ts'
import { Gallery } from '../../parts/pictures.tsx'
import { ConversationOf } from '../../run/conversation.tsx'
import { type ChatMessage, type Draft, textDraft } from '../../run/messages/messages.ts'
import { StreamingMessageContext } from '../../run/messages/streaming-message.ts'
import { NamesOf } from '../../run/names-context.tsx'
import { picturesOf } from '../../run/pictures/pictures.ts'
import { useRevertPlace } from '../../run/revert-context.ts'
import { AnswerSlotsContext } from '../../run/slots.ts'
import { useConversation } from '../../run/use-conversation.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { LiveRegion } from './answer/live-region.tsx'
import { AtEndContext } from './answer/use-fold.ts'
import { Composer } from './composer/composer.tsx'
import { NotSent } from './composer/not-sent.tsx'
import { CONTINUE_TEXT } from './continue-run.ts'
import { MessageList } from './message-list.tsx'
import { useAnchor } from './use-anchor.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

/** Most people may write. */
const ViewerNote = lazyPart(() => import('./viewer-note.tsx'), { what: 'This line' })
/** Few conversations are a branch. */
const BranchOrigin = lazyPart(() => import('./branches/branch-origin.tsx'))
/** Only an empty conversation shows them. */
const Suggestions = lazyPart(() => import('./composer/suggestions.tsx'))
/** Few runs have messages waiting. */
const QueuedList = lazyPart(() => import('./composer/queued-list.tsx'), {
	what: 'The list of waiting messages',
})

/** Older messages are asked for when this much is left above. */
const LOAD_AHEAD_PX = 600

export function ConversationView(props: {
	conversation: Conversation
	first: MessagePage
	/** Sent as soon as the conversation is open: it was typed before the conversation existed. */
	opening: Draft | null
	/** The opening message was handed over: reopening the conversation must not send it again. */
	onOpened: () => void
	onMessages: (messages: readonly ChatMessage[]) => void
}) {
	const { conversation, opening, onOpened, onMessages } = props
	const view = useConversation(conversation, props.first)
	const { messages, live, send, stop } = view
	const newest = messages.at(-1)
	const calls = newest?.role === 'assistant' ? callsOf(newest) : []
	const questions = calls.filter((call) => call.approvalId !== undefined)
	const asked = questions[0]?.approvalId ?? null
	const asking = asked !== null
	const waiting = live && calls.some((call) => call.wait?.on === 'editor')
	const { scroller, content, atEnd, sticks, toEnd, holdPlace, pin } = useStickToBottom()
	const update = useUpdateConversation(conversation)

	useEffect(() => onMessages(messages), [messages, onMessages])
	useRevertPlace({ conversationId: conversation.id, live, onBegun: view.showRevert })

	const opened = useRef(false)
	useEffect(() => {
		if (opening === null || opened.current) return
		opened.current = true
		send(opening)
		onOpened()
	}, [opening, send, onOpened])

	const mayStop = useMayAnswer()
	const mayEdit = useMayEdit()
	const visit = use(SharedVisit)
	const { BackgroundCommands, ClientNote } = use(AnswerSlotsContext)
	useMoment(asking ? 'asking' : live ? 'running' : null)
	useActions(
		useMemo<readonly Action[]>(
			() =>
				mayStop
					? [
							{
								id: 'run.stop',
								title: 'Stop the run',
								group: 'In a conversation',
								icon: Square,
								keys: 'escape',
								during: 'running',
								means: (target) => target?.closest(TAKES_ESCAPE) == null,
								run: stop,
							},
						]
					: [],
			[mayStop, stop],
		),
	)

	const { wantedId, seeking } = useAnchor({
		...view,
		pin,
		expectedId: props.first.activeRun?.messageId,
	})
	const { evict } = view
	// biome-ignore lint/correctness/useExhaustiveDependencies: a longer conversation is another one
	useEffect(() => {
		// A link may have just led away from the end.
		if (atEnd && sticks.current && !seeking) evict()
	}, [atEnd, sticks, seeking, evict, messages.length])
	const pictures = useMemo(() => picturesOf(messages), [messages])
	const submit = useCallback(
		(draft: Draft, steer?: Steer) => {
			send(draft, steer)
			toEnd()
		},
		[send, toEnd],
	)
	const { mutate } = update
	const chooseMode = useCallback(
		(mode: ConversationMode) => mutate({ mode }, { onError: toastError }),
		[mutate],
	)
	const goOn = useCallback(() => submit(textDraft(CONTINUE_TEXT)), [submit])

	return (
		<ConversationOf id={conversation.id} onAnswered={view.lookAgain} asked={asked}>
			<StreamingMessageContext value={view.store}>
				<NamesOf messages={messages}>
					<Gallery pictures={pictures}>
						<LiveRegion message={newest} live={live} questions={questions} />
						{conversation.branchedFrom && (
							<BranchOrigin until={<div className="h-9" />} conversation={conversation} />
						)}
						<div className="relative flex min-h-0 flex-1 flex-col">
							<div
								ref={scroller}
								role="log"
								aria-label="Messages"
								aria-live="off"
								// biome-ignore lint/a11y/noNoninteractiveTabindex: the history scrolls by keyboard
								tabIndex={0}
								className="focus-inset min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
							>
								<div
									ref={content}
									className="mx-auto flex min-h-full max-w-[792px] flex-col gap-6 px-4 pb-6 pt-6"
								>
									{view.hasOlder && (
										<Older
											key={messages[0]?.id}
											load={view.loadOlder}
											holdPlace={holdPlace}
											scroller={scroller}
										/>
									)}
									{messages.length === 0 && !live && mayEdit && (
										<div className="flex flex-1 items-center">
											<Suggestions onChoose={(text) => submit(textDraft(text))} />
										</div>
									)}
									<AtEndContext value={sticks}>
										<MessageList
											messages={messages}
											live={live}
											wantedId={wantedId}
											goOn={mayEdit ? goOn : null}
											scroller={scroller}
										/>
									</AtEndContext>
									{live && messages.at(-1)?.role === 'user' && <Starting />}
									<NotSent error={view.error} notSent={view.notSent} />
								</div>
							</div>
							{!atEnd && (
								<button
									type="button"
									onClick={() => toEnd(true)}
									className={buttonClass(
										'plain',
										'absolute bottom-3 left-1/2 -translate-x-1/2 !rounded-full shadow-pop text-line',
									)}
								>
									<ArrowDown /> {live ? 'Jump to latest' : 'Jump to the end'}
								</button>
							)}
						</div>
						<div className="composer-area mx-auto w-full max-w-[792px] px-4 pb-4 max-md:px-2 max-md:pb-2">
							{seeking && (
								<p role="status" className="appear-late pb-2 text-center text-line text-muted">
									Loading messages back to the linked one
								</p>
							)}
							<LinkLine link={view.link} live={live} />
							<BackgroundCommands />
							{view.queued.length > 0 && (
								<QueuedList queued={view.queued} onWithdraw={mayEdit ? view.withdraw : null} />
							)}
							{mayEdit && messages.some(({ parts }) => clientCallIn(parts)) && (
								<ClientNote messages={messages} conversation={conversation} />
							)}
							{mayEdit ? (
								<Composer
									conversationId={conversation.id}
									live={live}
									stopping={view.stopping}
									asking={asking}
									waiting={waiting}
									focused={opening !== null}
									mode={conversation.mode}
									onMode={visit ? null : chooseMode}
									onSend={submit}
									onStop={stop}
									returned={view.returned}
									onReturnedTaken={view.takeReturned}
								/>
							) : (
								<ViewerNote live={live} stopping={view.stopping} onStop={stop} />
							)}
						</div>
					</Gallery>
				</NamesOf>
			</StreamingMessageContext>
		</ConversationOf>
	)
}

/** A dialog, a menu, or a field (renaming a conversation) takes Escape for itself. */
const TAKES_ESCAPE = '[role="dialog"],[role="menu"],input'

function Starting() {
	return (
		<div className="run-step" data-state="running" data-last data-tail>
			<span className="run-knot" />
			<p className="text-line leading-[22px] text-muted">Starting</p>
		</div>
	)
}

function LinkLine(props: { link: string; live: boolean }): ReactNode {
	if (!props.live || props.link !== 'reconnecting') return null
	return (
		<p role="status" className="pb-2 text-center text-line text-muted">
			The connection was lost. The page is reconnecting; runs do not depend on it.
		</p>
	)
}

/** Loads older messages when the reader comes near the top. */
function Older(props: {
	load: () => Promise<void>
	holdPlace: () => void
	scroller: React.RefObject<HTMLDivElement | null>
}) {
	const { load, holdPlace, scroller } = props
	const mark = useRef<HTMLDivElement>(null)
	const [failure, setFailure] = useState<unknown>(null)
	const busy = useRef(false)
	useEffect(() => {
		const element = mark.current
		if (!element || failure !== null) return
		const observer = new IntersectionObserver(
			(entries) => {
				if (!entries.some((entry) => entry.isIntersecting) || busy.current) return
				busy.current = true
				holdPlace()
				load()
					.catch(setFailure)
					.finally(() => {
						busy.current = false
					})
			},
			{ root: scroller.current, rootMargin: `${LOAD_AHEAD_PX}px 0px 0px` },
		)
		observer.observe(element)
		return () => observer.disconnect()
	}, [load, holdPlace, scroller, failure])
	return (
		<div ref={mark}>
			{failure === null ? (
				<Skeleton rows={3} className="py-4" />
			) : (
				<ErrorNote error={failure} onRetry={() => setFailure(null)} />
			)}
		</div>
	)
}

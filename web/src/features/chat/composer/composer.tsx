import type { ConversationMode, Steer } from '@fairlead/protocol/conversations/runs'
import { ArrowUp, Paperclip, Square } from 'lucide-react'
import {
	type ClipboardEvent,
	type FormEvent,
	type KeyboardEvent,
	memo,
	use,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { keysText } from '../../../actions/keys.ts'
import { useAction } from '../../../actions/use-actions.ts'
import { MODES } from '../../../data/limits/modes.ts'
import { useMayAnswer } from '../../../data/person/use-role.ts'
import { type Draft, textOf } from '../../../run/messages/messages.ts'
import { ShownMessagesContext } from '../../../run/messages/shown-messages.ts'
import { useWelcome } from '../../../run/packs.ts'
import { drafts } from '../../../run/sending/drafts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Tip } from '../../../ui/overlays/tip.tsx'
import { hasSomething, usePictures } from './use-pictures.ts'

/** Loaded late: a message can be typed before. */
const Choices = lazyPart(() => import('./choices.tsx'))
/** Loaded late: few messages mention anything, or are a command. */
const Mentions = lazyPart(() => import('../mentions/mentions.tsx'))
/** Loaded late: few messages have a picture. */
const PictureStrip = lazyPart(() => import('./picture-strip.tsx'), {
	what: 'The list of attached pictures',
})

/** The most that the server takes (`UserMessagePart`). */
const MAX_MESSAGE_CHARS = 100_000
/** The composer grows to this height, then scrolls. */
const MAX_HEIGHT_PX = 240

/** Memoized, so that it does not render for each streamed word. */
export const Composer = memo(function Composer(props: {
	/** The key under which drafts are stored; a new conversation has one that is unique per project. */
	conversationId: string
	live: boolean
	stopping: boolean
	/** The run waits for an approval. */
	asking: boolean
	/** The run waits for the editor. */
	waiting: boolean
	mode: ConversationMode
	/** null if a visitor's messages keep the conversation's mode. */
	onMode: ((mode: ConversationMode) => void) | null
	/** @param steer during a run: whether it waits for the next step. */
	onSend: (draft: Draft, steer?: Steer) => void
	onStop?: () => void
	/** Focused at once: the person has just started the conversation. */
	focused?: boolean
	/** The message to put back; null: none. */
	returned: Draft | null
	onReturnedTaken?: () => void
}) {
	const mayAnswer = useMayAnswer()
	const { title } = useWelcome()
	const { conversationId, live, returned, onReturnedTaken, onMode } = props
	const kept = drafts.of(conversationId)
	const [text, setText] = useState(kept.text)
	const box = useRef<HTMLTextAreaElement>(null)
	const pictures = usePictures(kept.pictures, box)
	const { list: attached, add, set: setAttached } = pictures
	const chooser = useRef<HTMLInputElement>(null)
	const empty = text.trim() === '' && attached.length === 0
	const ready = !empty && !pictures.pending && text.length <= MAX_MESSAGE_CHARS

	useEffect(() => {
		drafts.keep(conversationId, { text, pictures: attached })
	}, [text, attached, conversationId])

	const { focused } = props
	useEffect(() => {
		// An on-screen keyboard would cover half of the conversation.
		if (focused && matchMedia('(pointer: fine)').matches) box.current?.focus()
	}, [focused])

	useEffect(() => {
		if (returned === null) return
		setText((typed) => (typed.trim() === '' ? returned.text : `${returned.text}\n${typed}`))
		if (returned.pictures.length > 0) setAttached(returned.pictures)
		onReturnedTaken?.()
		box.current?.focus()
	}, [returned, onReturnedTaken, setAttached])

	// biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
	useLayoutEffect(() => {
		const area = box.current
		if (!area) return
		const fit = () => {
			area.style.height = 'auto'
			// Behind another pane of a phone it has no height to take.
			if (area.scrollHeight > 0) {
				area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`
			}
		}
		fit()
		let width = area.clientWidth
		const observer = new ResizeObserver(() => {
			if (area.clientWidth === width) return
			width = area.clientWidth
			fit()
		})
		observer.observe(area)
		return () => observer.disconnect()
	}, [text])

	const submit = (steer: Steer = 'step') => {
		if (!ready) return
		props.onSend({ text: text.trim(), pictures: attached }, steer)
		setText('')
		setAttached([])
	}
	const onPaste = (event: ClipboardEvent) => {
		const files = [...event.clipboardData.files]
		const { types } = event.clipboardData
		// Office programs put a picture of the text beside the text: then the text is meant.
		const fromOffice = types.includes('text/plain') && types.includes('text/html')
		if (files.length === 0 || fromOffice) return
		event.preventDefault()
		add(files)
	}
	const shown = use(ShownMessagesContext)
	const takeLast = () => {
		const last = shown.get().findLast(({ role }) => role === 'user')
		if (last) setText(textOf(last))
	}
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		if (event.key === 'ArrowUp' && text === '') takeLast()
		if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
		event.preventDefault()
		submit(event.metaKey || event.ctrlKey ? 'interrupt' : 'step')
	}
	/** Undefined while the agent asks: then Escape denies. */
	const stopKeys = useAction('run.stop')?.keys

	return (
		<form
			onSubmit={(event: FormEvent) => {
				event.preventDefault()
				submit()
			}}
			aria-label="Message to the agent"
			className={cx(
				'relative rounded-xl border bg-surface transition-colors focus-within:border-focus',
				pictures.dragging ? 'border-focus' : 'border-field',
			)}
		>
			{hasSomething(pictures) && <PictureStrip pictures={pictures} />}
			{/@|^\//.test(text) && <Mentions text={text} box={box} />}
			<label htmlFor="composer" className="sr-only">
				Message
			</label>
			<textarea
				id="composer"
				ref={box}
				dir="auto"
				rows={1}
				value={text}
				onChange={({ target }) => setText(target.value)}
				onKeyDown={onKeyDown}
				onPaste={onPaste}
				placeholder={placeholderOf({ ...props, mayAnswer, opening: title })}
				className="block max-h-60 w-full resize-none bg-transparent px-3.5 pb-1 pt-3 text-body outline-none placeholder:text-faint max-md:text-entry"
			/>
			<div className="flex items-center gap-1 px-2 pb-2">
				<input
					ref={chooser}
					type="file"
					multiple
					hidden
					onChange={(event) => {
						add([...(event.target.files ?? [])])
						event.target.value = ''
					}}
				/>
				<IconButton label="Add files" onClick={() => chooser.current?.click()}>
					<Paperclip />
				</IconButton>
				{onMode ? (
					<Choices {...{ conversationId, live, mode: props.mode, onMode }} />
				) : (
					<span className="px-2 text-line text-muted">
						{MODES.find(({ value }) => value === props.mode)?.label}
					</span>
				)}
				<div className="flex-1" />
				{text.length > MAX_MESSAGE_CHARS && (
					<span role="alert" className="text-cap text-danger">
						{(text.length - MAX_MESSAGE_CHARS).toLocaleString()} characters over the limit
					</span>
				)}
				{live && (
					<Tip label="Stop the run" shortcut={stopKeys && keysText(stopKeys)}>
						<button
							type="button"
							onClick={props.onStop}
							disabled={props.stopping}
							className={buttonClass('plain', '!px-2.5')}
						>
							<Square className="fill-current !size-3" />
							{props.stopping ? 'Stopping' : 'Stop'}
						</button>
					</Tip>
				)}
				{live && !empty && (
					<Button
						look="quiet"
						className="!px-2 text-line"
						disabled={!ready}
						onClick={() => submit('interrupt')}
					>
						Interrupt
					</Button>
				)}
				{(!live || !empty) && (
					<SendButton ready={ready} label={live ? 'Add to the run' : 'Send'} live={live} />
				)}
			</div>
		</form>
	)
})

function placeholderOf(state: {
	live: boolean
	asking: boolean
	waiting: boolean
	mayAnswer: boolean
	/** Asks for the first message. */
	opening: string
}): string {
	const { live, asking, waiting, mayAnswer, opening } = state
	if (!live) return opening
	if (asking) return `The agent is waiting for ${mayAnswer ? 'your answer' : 'an approval'}`
	return waiting ? 'The agent is waiting for the editor' : 'The agent is working. Add a message'
}

function SendButton(props: { ready: boolean; label: string; live: boolean }) {
	const button = (
		<button
			type="submit"
			aria-label={props.label}
			disabled={!props.ready}
			className={cx(
				'flex size-8 shrink-0 items-center justify-center rounded-full transition-colors max-md:size-11',
				props.ready ? 'bg-accent text-on-accent hover:bg-accent-press' : 'bg-press text-faint',
			)}
		>
			<ArrowUp className="size-4" />
		</button>
	)
	if (!props.live) return button
	return (
		<Tip
			label={`The agent reads this before its next step. ${keysText('mod+enter')} interrupts the agent.`}
		>
			{button}
		</Tip>
	)
}

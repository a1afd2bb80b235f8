/** Says again what a question said, changed or not, in a branch before it. */
import { type FormEvent, type KeyboardEvent, use, useEffect, useRef, useState } from 'react'
import { apiBlob } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import type { ChatMessage, Draft } from '../../../run/messages/messages.ts'
import type { PicturePart } from '../../../run/pictures/shrink-picture.ts'
import { RevertContext } from '../../../run/revert-context.ts'
import { Button } from '../../../ui/button.tsx'
import PictureStrip from '../composer/picture-strip.tsx'
import { addedDuring, changedAfter } from './after.ts'
import { type BranchPlace, useBranch } from './branches.ts'

/** The most that the server takes (`UserMessagePart`). */
const MAX_MESSAGE_CHARS = 100_000

/** A stored picture is read from the server, and sent again as its bytes. */
async function withBytes(picture: PicturePart): Promise<PicturePart> {
	if (picture.url.startsWith('data:')) return picture
	const blob = await apiBlob(picture.url)
	const url = await new Promise<string>((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result))
		reader.onerror = () => reject(reader.error)
		reader.readAsDataURL(blob)
	})
	return { ...picture, url }
}

export const readDraft = async ({ text, pictures }: Draft): Promise<Draft> => ({
	text,
	pictures: await Promise.all(pictures.map(withBytes)),
})

/** A draft of the question as the page has it: its pictures are addresses. */
export const shownDraft = (question: ChatMessage): Draft => ({
	text: question.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
	pictures: question.parts.flatMap((part) =>
		part.type === 'file' && part.mediaType.startsWith('image/') ? [part as PicturePart] : [],
	),
})

export function BranchForm(props: {
	place: BranchPlace
	question: ChatMessage
	/** Whether its words can be changed; else they are sent as they are. */
	editing: boolean
	onClose: () => void
}) {
	const { place, question, editing, onClose } = props
	const first = shownDraft(question)
	const [text, setText] = useState(first.text)
	const [pictures, setPictures] = useState(first.pictures)
	const { begin, pending, error } = useBranch(place.conversationId, question.id)
	const box = useRef<HTMLTextAreaElement>(null)
	const submitButton = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		const area = box.current
		area?.focus()
		area?.setSelectionRange(area.value.length, area.value.length)
		if (!area) submitButton.current?.focus()
	}, [])
	const draft = { text: text.trim(), pictures }
	const ready =
		!pending && (draft.text !== '' || pictures.length > 0) && draft.text.length <= MAX_MESSAGE_CHARS
	const send = (event?: FormEvent) => {
		event?.preventDefault()
		if (ready) void begin(() => readDraft(draft))
	}
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return
		if (event.key === 'Escape') {
			// The key would also stop the run.
			event.preventDefault()
			event.stopPropagation()
			onClose()
		}
		if (event.key === 'Enter' && !event.shiftKey && event.target === box.current) {
			event.preventDefault()
			send()
		}
	}
	return (
		<form
			aria-label={editing ? 'Edit in a branch' : 'Regenerate answer'}
			onSubmit={send}
			onKeyDown={onKeyDown}
			className="order-last w-full rounded-xl border border-edge-strong bg-surface"
		>
			{editing && (
				<>
					<PictureStrip
						pictures={{
							list: pictures,
							refused: [],
							pending: false,
							dragging: false,
							remove: (gone) => setPictures(pictures.filter((one) => one !== gone)),
						}}
					/>
					<textarea
						ref={box}
						aria-label="Edited message"
						dir="auto"
						value={text}
						onChange={(event) => setText(event.target.value)}
						className="field-sizing-content block max-h-60 min-h-11 w-full resize-none bg-transparent px-3.5 py-2.5 outline-none"
					/>
				</>
			)}
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 pb-2.5 pt-2.5">
				<NotSetBack place={place} messageId={question.id} />
				<div className="ml-auto flex gap-2">
					<Button look="quiet" onClick={onClose}>
						Cancel
					</Button>
					<Button ref={submitButton} look="primary" type="submit" disabled={!ready}>
						{editing ? 'Send in a branch' : 'Regenerate in a branch'}
					</Button>
				</div>
			</div>
			{error && <ErrorNote error={error} className="m-2" />}
		</form>
	)
}

/** Says which changes a branch does not set back, and how to do that first. */
function NotSetBack(props: { place: BranchPlace; messageId: string }) {
	const { messages, live } = props.place
	const revert = use(RevertContext)
	const changed = changedAfter(messages, props.messageId)
	const added = addedDuring(messages, props.messageId)
	const newest = changed.at(-1)
	return (
		<div className="min-w-0 flex-1 basis-52 text-line text-muted">
			<p>
				This conversation stays as it is{live && ', and its run continues'}. The project is not set
				back
				{changed.length === 0
					? '.'
					: `: ${changed.length === 1 ? 'an answer' : `${changed.length} answers`} after this message changed it.`}
				{added > 0 &&
					` ${added === 1 ? 'A message that was added during the run is' : `${added} messages that were added during the run are`} not asked again.`}
			</p>
			{revert && newest && (
				<Button
					look="quiet"
					className="-ml-3 text-line"
					onClick={() => revert({ messageId: newest.id })}
				>
					{changed.length === 1 ? 'Revert it first' : 'Revert the newest first'}
				</Button>
			)}
		</div>
	)
}

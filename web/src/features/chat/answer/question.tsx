import { clientCallIn } from '@fairlead/protocol/wire/client-call'
import { memo, type ReactNode } from 'react'
import { useOtherPerson } from '../../../data/person/use-other-person.ts'
import { type Picture, PictureView } from '../../../parts/pictures.tsx'
import { type ChatMessage, textOf } from '../../../run/messages/messages.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'

/** Attached pictures stand in a row of one height, so that nothing jumps when they have loaded. */
const THUMB_HEIGHT_PX = 144

/** A longer text, such as an attached file, is scrolled in its bubble. */
const LONG_CHARS = 600

const loadActs = () => import('./answer-footer.tsx')
/** After the messages themselves. */
const MessageActs = lazyPart(() => loadActs().then((m) => ({ default: m.MessageActs })))
export const AnswerFooter = lazyPart(() => loadActs().then((m) => ({ default: m.AnswerFooter })))
export const StepRevert = lazyPart(() => loadActs().then((m) => ({ default: m.StepRevert })))
/** A message that is sent offline cannot be shown without. */
export const preloadActs = (): void => void loadActs().catch(() => undefined)
/** Loaded late: only automations send them. */
const Delivered = lazyPart(() => import('./delivered.tsx'), { what: 'This message' })
/** Few conversations have one. */
export const ClientRequest = lazyPart(() => import('./client-request.tsx'), {
	what: 'This message',
})

/** A person's message, or what an MCP client asked for. */
export const Question = memo(function Question(props: {
	message: ChatMessage
	/** It can be edited and sent again; one that entered a run cannot. */
	acts?: boolean
}) {
	const { message } = props
	const by = message.metadata?.by
	const call = clientCallIn(message.parts)
	const isDelivered = by?.kind === 'webhook' || by?.kind === 'schedule'
	const words = textOf(message)
	if (!call && isDelivered)
		return (
			<Delivered prompt={words}>
				{(said, text) => <Words {...props} said={said} text={text} />}
			</Delivered>
		)
	if (!call) return <Words {...props} said={words} text={words} />
	return (
		<article
			aria-label="Call of a client"
			id={message.id}
			className="flex min-h-[22px] scroll-mt-4 items-start gap-3 text-line leading-[22px] text-muted"
		>
			<ClientRequest call={call} by={by} asLine />
		</article>
	)
})

/** With its attachments. Plain text, as typed. */
function Words(props: {
	message: ChatMessage
	acts?: boolean
	/** The text as it is shown. */
	said: ReactNode
	/** The text as it is copied. */
	text: string
}) {
	const { said, text } = props
	const other = useOtherPerson(props.message.metadata?.by)
	const pictures = props.message.parts.flatMap((part): Picture[] =>
		part.type === 'file' && part.mediaType.startsWith('image/')
			? [
					{
						url: part.url,
						alt: part.filename ?? 'Attached picture',
						width: undefined,
						height: undefined,
					},
				]
			: [],
	)
	const open = props.message.parts.find((part) => part.type === 'data-open')
	return (
		<article
			aria-label="Message"
			id={props.message.id}
			className="group/question flex scroll-mt-4 flex-row-reverse flex-wrap items-start gap-1 max-md:min-h-11"
		>
			<div className="max-w-[85%] rounded-xl bg-press px-3.5 py-2">
				{open && <p className="text-cap text-muted">With {open.data.name} from the editor</p>}
				{other !== null && <p className="text-cap text-muted">{other}</p>}
				{pictures.length > 0 && (
					<div className="my-1 flex flex-wrap gap-1.5">
						{pictures.map((picture) => (
							<PictureView key={picture.url} picture={picture} height={THUMB_HEIGHT_PX} />
						))}
					</div>
				)}
				{text !== '' && (
					<p
						dir="auto"
						tabIndex={text.length > LONG_CHARS ? 0 : undefined}
						className="max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere"
					>
						{said}
					</p>
				)}
			</div>
			{text !== '' && (
				<CopyButton
					label="Copy message"
					text={() => text}
					className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/question:opacity-100 max-lg:opacity-100 max-md:hidden"
				/>
			)}
			{props.acts && <MessageActs message={props.message} />}
		</article>
	)
}
